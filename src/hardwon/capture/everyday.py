"""Everyday words: what stands behind "the password is" in a sentence that tells none."""

from __future__ import annotations

import re

from hardwon.text.listed import listed

FUNCTION = listed(
    """the a an in on at by to from for with without of and or but not no only also always never now still
    just too very it its this that there here what which who where when how why if then than as so such
    be been being is are was were has have had can could should would will must may might per via until
    after before during inside outside under over through between about your my our their his her"""
)
_COMMON = FUNCTION | listed(
    """same different stored kept hashed saved set read used sent passed hidden required optional mandatory
    missing empty wrong right correct incorrect invalid valid expired weak strong safe unsafe secure
    insecure long short enough public private secret unknown known unset null none default generated
    rotated plain plaintext text bcrypt argon2 scrypt md5 sha1 sha256 sha512 base64 utf8 oauth2 env
    environment vault keychain flag option argument parameter field form input column page prompt policy
    manager reset hash length strength rules rule check validation based protected string int number
    true false up down out off back part like more less better fine ok okay done good bad easy hard
    important critical sensitive confidential likely probably actually really apparently going gone lost
    case leaked random unique identical managed injected masked redacted refresh login auth minimum
    maximum min max"""
)
_COMMON |= listed(
    """pbkdf2 pbkdf2_sha256 aes256 aes128 rsa2048 rsa4096 sha1 sha3 hs256 rs256 es256 ed25519 x509 pkcs8 pkcs12 ipv4
    ipv6 http2 http3 utf16 python3 node18 node20 node22 es6 saml2 fido2 oauth1 oauth2.0 auth0 webauthn2 k8s i18n l10n
    a11y log4j win32 x86_64 amd64 arm64 base32 base58 blake2 blake2b blake3 argon2id argon2i scrypt2 md4 zxcvbn2
    log4j2 neo4j postgres14 postgres15 postgres16 mysql8 redis7 s3 ec2 p256 secp256k1 des3 3des rc4 tls1 tls13 ssl3"""
)
_COMMON |= listed(
    """falsch richtig abgelaufen leer geheim sicher unsicher gesetzt optional pflicht erforderlich gespeichert
    gehasht geändert vergessen nötig ungültig gültig korrekt schwach stark lang kurz nicht kein nie immer
    verschlüsselt hinterlegt bekannt unbekannt zu
    obligatoria obligatorio requerida requerido incorrecta incorrecto correcta inválida válida vacía secreta
    débil fuerte larga corta segura insegura necesaria opcional usar cambiar olvidada caducada cifrada nunca siempre
    obligatoire requis incorrect correct invalide valide vide secret faible fort long court sûr nécessaire optionnel
    oublié expiré chiffré haché jamais toujours
    obrigatória incorreta correta inválida válida vazia secreta fraca forte longa curta segura necessária
    obbligatoria errata corretta scaduta vuota segreta debole lunga corta sicura necessaria opzionale"""
)
_INFLECTED = re.compile(r"[a-z]{2,}(?:ed|ing|able|ible|ly|less|ful)", re.IGNORECASE)


def is_common(word: str) -> bool:
    """Whether a word is more likely the sentence's own than a password."""
    lowered = word.lower().strip(".:!?)")
    return lowered in _COMMON or bool(_INFLECTED.fullmatch(lowered))
