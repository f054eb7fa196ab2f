"""Invented secrets of the common shapes, put together here so that no scanner takes this file for a leak."""

from __future__ import annotations

import hashlib
import string

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def made_up(length: int, alphabet: str = LETTERS, seed: str = "") -> str:
    """A string without meaning that holds both letters and digits; the same at each call."""
    digest = hashlib.sha512(f"{length}{alphabet}{seed}".encode()).digest() * (length // 64 + 1)
    return "7" + "".join(alphabet[byte % len(alphabet)] for byte in digest)[: length - 2] + "b"


CAPITALS = string.ascii_uppercase + string.digits

TOKENS: tuple[tuple[str, str], ...] = (
    ("aws key", "AKIA" + made_up(16, CAPITALS).upper()),
    ("github token", "gh" + "p_" + made_up(36)),
    ("github token", "github_" + "pat_" + made_up(22) + "_" + made_up(40)),
    ("gitlab token", "gl" + "pat-" + made_up(20)),
    ("slack token", "xo" + "xb-111122223333-444455556666-" + made_up(24)),
    ("slack webhook", "hooks.slack" + ".com/services/T0" + made_up(8) + "/B0" + made_up(8) + "/" + made_up(24)),
    ("anthropic key", "sk-" + "ant-api03-" + made_up(80)),
    ("openai key", "sk-" + "proj-" + made_up(48)),
    ("api key", "sk-" + made_up(48)),
    ("google key", "AI" + "za" + made_up(35)),
    ("json web token", "ey" + "J" + made_up(20) + ".ey" + "J" + made_up(30) + "." + made_up(43)),
    ("npm token", "np" + "m_" + made_up(36)),
    ("pypi token", "py" + "pi-AgEIcHlwaS5vcmc" + made_up(80)),
    ("hugging face token", "h" + "f_" + "aB" + made_up(32)),
    ("stripe key", "sk_" + "live_" + made_up(24)),
    ("sendgrid key", "S" + "G." + made_up(22) + "." + made_up(43)),
    ("twilio key", "S" + "K" + made_up(32, HEX)),
    ("mailgun key", "ke" + "y-" + made_up(32, HEX)),
    ("telegram token", "123456789" + ":AA" + made_up(33)),
    ("digitalocean token", "do" + "p_v1_" + made_up(64, HEX)),
    ("shopify token", "shp" + "at_" + made_up(32, HEX)),
    ("vault token", "hv" + "s." + made_up(30)),
    ("databricks token", "da" + "pi" + made_up(32, HEX)),
    ("linear key", "lin_" + "api_" + made_up(40)),
    ("postman key", "PM" + "AK-" + made_up(24, HEX) + "-" + made_up(34, HEX)),
    ("groq key", "gs" + "k_" + made_up(52)),
    ("docker token", "dckr_" + "pat_" + made_up(27)),
    ("square oauth secret", "sq0" + "csp-" + made_up(43)),
    ("private key", "MI" + "IE" + made_up(80)),
)  # fmt: skip

# What people pick by hand.
PASSWORDS = ("hunter2", "S3cr3t!pass", "p@ssw0rd99", "Tr0ub4dor&3", "qwerty123", "blue-horse-42", "swordfish")

# What machines make, without a shape of its own.
RANDOM = (made_up(40), made_up(32), made_up(32, HEX), made_up(64, HEX), made_up(24) + "+/=")


def private_key(kind: str = "") -> str:
    """A PEM block of the given kind, e.g. "RSA "."""
    body = "\n".join(made_up(64, LETTERS + "+/", seed=str(line)) for line in range(5))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{body}\n{made_up(20)}==\n-----END {kind}PRIVATE KEY-----"
