"""Secrets in the settings they are met in: (text, what must not be left of it). Invented, and put together here."""

# ruff: noqa: E501
from __future__ import annotations

import base64
import string
from itertools import cycle

from tests.capture.secrets import CAPITALS, HEX, LETTERS, TOKENS, made_up

_B64 = LETTERS + "+/"
_LOWER = string.ascii_lowercase + string.digits


def _uuid(seed: str) -> str:
    digits = made_up(32, HEX, seed)
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


MORE_TOKENS: tuple[str, ...] = (
    "AS" + "IA" + made_up(16, CAPITALS, "s").upper(),
    "gh" + "o_" + made_up(36, seed="o"),
    "gh" + "s_" + made_up(36, seed="s"),
    "gl" + "dt-" + made_up(20, seed="d"),
    "gl" + "rt-" + made_up(20, seed="r"),
    "xo" + "xp-123456789012-123456789012-123456789012-" + made_up(32, HEX),
    "xo" + "xe.xoxp-1-" + made_up(140),
    "xa" + "pp-1-A0" + made_up(9, CAPITALS) + "-1234567890123-" + made_up(64, HEX),
    "sk-" + "svcacct-" + made_up(60, seed="v"),
    "sk-" + "ant-admin01-" + made_up(80, seed="a"),
    "sk-" + "or-v1-" + made_up(64, HEX),
    "ya" + "29.a0" + made_up(60),
    "GOC" + "SPX-" + made_up(28),
    "1/" + "/0" + made_up(60, LETTERS + "-_"),
    "rk_" + "live_" + made_up(24, seed="rk"),
    "wh" + "sec_" + made_up(32),
    "AC" + made_up(32, HEX, "twilio"),
    "hv" + "b." + made_up(100),
    "s" + "." + made_up(24, seed="vault"),
    "AGE-" + "SECRET-KEY-1" + made_up(58, CAPITALS).upper(),
    "do" + "o_v1_" + made_up(64, HEX, "o"),
    "do" + "r_v1_" + made_up(64, HEX, "r"),
    "M" + "T" + "I" + made_up(23) + "." + "G" + made_up(5) + "." + made_up(38, LETTERS + "-_"),
    "sk_" + "test_" + made_up(24, seed="t"),
    "shp" + "ss_" + made_up(32, HEX, "ss"),
    "EA" + "AA" + made_up(60),
    "ATA" + "TT3xFfGF0" + made_up(180),
    "dp" + ".pt." + made_up(43),
    "fi" + "gd_" + made_up(40),
    "pscale_" + "tkn_" + made_up(43),
    "sb" + "p_" + made_up(40, HEX),
    "xa" + "i-" + made_up(80),
    "pp" + "lx-" + made_up(48),
    "r8" + "_" + made_up(37),
    "nf" + "p_" + made_up(40),
    "NRA" + "K-" + made_up(27, CAPITALS).upper(),
    "HRKU-" + "AA" + made_up(58),
    "gl" + "sa_" + made_up(32) + "_" + made_up(8, HEX),
    "gl" + "c_" + made_up(100, _B64),
    "nt" + "n_" + made_up(46),
    "sntry" + "s_" + made_up(120),
    "rubygems" + "_" + made_up(48, HEX),
    "PM" + "AK-" + made_up(24, HEX, "p") + "-" + made_up(34, HEX, "p"),
    "py" + "pi-AgENdGVzdC5weXBpLm9yZw" + made_up(90, LETTERS + "-_"),
    "AK" + "C" + made_up(60),
    "sq0" + "atp-" + made_up(22),
    "EA" + "AC" + made_up(100, seed="fb"),
    "fo" + "1_" + made_up(43),
    "lin_" + "oauth_" + made_up(40, seed="lin"),
    "v1." + "0-" + made_up(24, HEX) + "-" + made_up(146, HEX),
    "ops_" + "ey" + "J" + made_up(200),
    "cio" + made_up(32, seed="crates"),
    "hf" + "_" + "xY" + made_up(32, seed="hf"),
    "gh" + "r_" + made_up(76, seed="r"),
    "sgp_" + made_up(40, HEX, "sg"),
    "rnd_" + made_up(32, seed="render"),
    "ver" + "cel_" + made_up(24, seed="vercel"),
    "tfp_" + made_up(48, seed="typeform"),
    "dckr_" + "oat_" + made_up(27, seed="oat"),
    "CFPAT-" + made_up(43, seed="contentful"),
    "pat" + made_up(14, seed="at") + "." + made_up(64, HEX, "at"),
    "ntn_" + made_up(46, seed="n2"),
    "eyJhbGciOiJIUzI1NiJ9." + "ey" + "J" + made_up(60, seed="jwt") + "." + made_up(43, seed="jwt2"),
    "nvapi-" + made_up(64, seed="nv"),
    "tskey-" + "auth-" + made_up(16, seed="ts") + "-" + made_up(32, seed="ts2"),
    "sl." + made_up(136, seed="dropbox"),
)  # fmt: skip

_AROUND = cycle(
    (
        "I put {} there, does that work?",
        "stderr: invalid credential {}",
        "+  value: {}",
        '{{"headers":{{"X-Auth":"{}"}}}}',
        "export THING={}",
        "| deploy | {} | prod |",
        "key=<{}>",
        "let k = '{}';",
        "\tcurl https://api.example.org -d tok={}",
        "1. use {}\n2. done",
    )
)
TOKEN_CASES = [(next(_AROUND).format(token), token) for token in (*MORE_TOKENS, *(t for _, t in TOKENS))]

_PICKED = cycle(
    ("hunter2", "Winter2025!", "c0rrect-h0rse", "Pa$$w0rd77", "s3cur3&fast", "M0nk3y#42", "dragonfly88", "x9!kLp2q")
)
_RANDOM = cycle(
    (
        made_up(40, seed="a"), made_up(32, HEX, "b"), made_up(44, _B64, "c") + "=", made_up(24, _LOWER, "d"),
        made_up(64, HEX, "e"), _uuid("f"),
    )
)  # fmt: skip

# A name and a value in the syntaxes of files and shells.
_ASSIGNED = (
    "password: {p}", "password : '{p}'", "  db_password: \"{p}\"", '"dbPassword": "{p}"', "'password' => '{p}',",
    "password = \"{p}\"", "DB_PASS={p}", "DB_PASSWORD='{p}'", "export MYSQL_ROOT_PASSWORD={p}", "set -x PGPASSWORD {p}",
    "setenv DB_PASSWORD {p}", "$env:DB_PASSWORD = '{p}'", "$Env:DB_PASSWORD=\"{p}\"", "$password = \"{p}\"",
    "set DB_PASSWORD={p}", "setx DB_PASSWORD \"{p}\"", "[Environment]::SetEnvironmentVariable(\"DB_PASSWORD\", \"{p}\")",
    "os.environ[\"DB_PASSWORD\"] = \"{p}\"", "os.environ.setdefault('DB_PASSWORD', '{p}')",
    "process.env.DB_PASSWORD = '{p}'", "ENV DB_PASSWORD={p}", "ENV DB_PASSWORD {p}", "ARG DB_PASSWORD={p}",
    "docker run -e DB_PASSWORD={p} app", "- name: DB_PASSWORD\n  value: \"{p}\"", "- DB_PASSWORD={p}",
    "spring.datasource.password={p}", "<add key=\"Password\" value=\"{p}\"/>", "<password>{p}</password>",
    "password=\"{p}\"", "PASSWORD := {p}", "let password = String::from(\"{p}\");", "String password = \"{p}\";",
    "const PASSWORD: &str = \"{p}\";", "password := \"{p}\"", "def connect(password=\"{p}\"):",
    "connect(host='db', user='app', password='{p}')", "conn.login(\"root\", password: \"{p}\")", "passwd: {p}",
    "ConvertTo-SecureString '{p}' -AsPlainText -Force", "net user deploy {p} /add", "echo '{p}' | sudo -S apt update",
    "echo {p} | docker login -u me --password-stdin", "htpasswd -b .htpasswd alice {p}", "mysql -uroot -p'{p}' app",
    "PGPASSWORD={p} psql -h db", "ldapsearch -D cn=admin -w {p} -b dc=x", "smbclient //s/x -U bob%{p}",
    "wget --user=me --password={p} https://x.example.org", "openssl rsa -in k.pem -passin pass:{p}",
    "keytool -storepass {p} -list", "zip -P {p} a.zip b", "ansible_become_password: {p}", "unzip -P {p} a.zip",
)  # fmt: skip
_KEYED = (
    "API_KEY={r}", "api_key: {r}", '"apiKey": "{r}",', "apiKey = '{r}'", "api-key: \"{r}\"", "X-Api-Key: {r}",
    "x-auth-token: {r}", "X-Vault-Token: {r}", "SECRET_KEY = \"{r}\"", "client_secret: {r}", "clientSecret=\"{r}\"",
    "AWS_SECRET_ACCESS_KEY={r}", "aws_secret_access_key = {r}", "aws_session_token = {r}", "export CF_API_TOKEN={r}",
    "$env:AZURE_CLIENT_SECRET = \"{r}\"", "AZURE_CLIENT_SECRET={r}", "//registry.example.org/:_authToken={r}",
    "_auth={r}", "TWILIO_AUTH_TOKEN={r}", "auth_token = \"{r}\"", "ACCESS_TOKEN='{r}'", "refresh_token: \"{r}\"",
    "signing_key: {r}", "ENCRYPTION_KEY={r}", "webhook_secret = \"{r}\"", "JWT_SECRET={r}", "session_secret: '{r}'",
    "NEXTAUTH_SECRET=\"{r}\"", "RAILS_MASTER_KEY={r}", "secret_key_base: {r}", "DD_API_KEY={r}", "datadog.api_key: {r}",
    "LDAP_BIND_CREDENTIALS={r}", "private_token={r}", "PRIVATE-TOKEN: {r}", "curl -H 'apikey: {r}' https://x.example",
    "&api_key={r}&q=1", "https://x.example/feed?access_token={r}", "https://x.example/?sig={r}", "accessKey: \"{r}\"",
    "{{\"token\": \"{r}\"}}", "{{\\\"secret\\\":\\\"{r}\\\"}}", "token = \"{r}\"", "hmac_key = b'{r}'",
    "SENTRY_AUTH_TOKEN={r}", "vault write secret/app token={r}", "gh secret set DEPLOY_TOKEN --body {r}",
    "aws configure set aws_secret_access_key {r}", "heroku config:set API_KEY={r}", "fly secrets set SIGNING_KEY={r}",
    "kubectl create secret generic s --from-literal=token={r}", "helm install x --set auth.token={r}",
    "vercel env add API_KEY {r}", "Authorization: Bearer {r}", "authorization: Bearer {r}", "'Authorization': 'token {r}'",
    "Authorization: Basic {r}", "Proxy-Authorization: Basic {r}", "headers = {{\"Authorization\": f\"Bearer {r}\"}}",
    "Cookie: session={r}", "Cookie: theme=dark; sessionid={r}; lang=en", "Set-Cookie: sid={r}; Path=/; HttpOnly",
    "set-cookie: __Host-auth={r}; Secure", "-b 'session={r}'", "--cookie \"auth={r}\"", "cookie: connect.sid=s%3A{r}",
    "http --auth-type=bearer --auth={r} x.example", "az login --service-principal -p {r}", "npm config set _authToken {r}",
    "storage_key = \"{r}\"", "AccountKey={r};EndpointSuffix=core.windows.net", "SharedAccessKey={r}", "SAS token: ?sv=2023&sig={r}",
)  # fmt: skip
_CONNECTED = (
    "postgres://app:{p}@db.example.org:5432/x", "postgresql+asyncpg://u:{p}@localhost/x", "mysql://root:{p}@127.0.0.1/app",
    "mongodb+srv://me:{p}@c0.example.net/?retryWrites=true", "amqps://svc:{p}@mq.example.org/v", "rediss://:{p}@r.example.org:6380/0",
    "https://bot:{p}@git.example.org/team/repo.git", "ftp://deploy:{p}@ftp.example.org/", "smtp://mailer:{p}@mail.example.org:587",
    "Server=db;Database=x;User Id=sa;Password={p};TrustServerCertificate=true", "Data Source=db;uid=sa;pwd={p};",
    "host=db user=app password={p} dbname=x sslmode=require", "jdbc:postgresql://db/x?user=app&password={p}",
    "jdbc:oracle:thin:scott/{p}@//db:1521/x", "clickhouse://default:{p}@ch:9000/x", "ldap://cn=admin:{p}@dir.example.org",
    "DSN: app:{p}@tcp(db:3306)/x?parseTime=true", "sqlplus scott/{p}@orcl", "git remote set-url origin https://me:{p}@git.example.org/a.git",
    "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={r};", "socks5://user:{p}@proxy.example.org:1080",
)  # fmt: skip
# Said in plain words.
_SAID = (
    "the admin password is {p}", "The admin password is \"{p}\".", "password for the staging box is {p}, don't share it",
    "my sudo password is {p}", "log in as root with password {p}", "use {p} as the password", "the password's {p}",
    "pw is {p} for now", "it's {p} (the db password)", "the db password was changed to {p} yesterday", "pass is {p} btw",
    "I changed the root password to {p}", "the wifi password: {p}", "user is admin, password is {p}", "admin / {p} are the credentials",
    "creds: admin {p}", "login admin, pass {p}", "passphrase for the key is {p}", "the password you need is {p}",
    "you can log in using {p} as your password", "the password (which is {p}) works", "password = {p}, user = bob",
    "try the password {p}", "enter {p} when it asks for the password", "type {p} as password", "the secret word is {p}",
    "la contraseña de admin es {p}", "La contraseña es {p}.", "usa la contraseña {p} para entrar", "mi clave es {p}",
    "la clave del servidor es {p}", "la clave de acceso es {p}", "das Passwort lautet {p}", "das Admin-Passwort ist {p}", "Das Kennwort für den Server ist {p}.",
    "mein Passwort: {p}", "nimm {p} als Passwort", "melde dich mit dem Passwort {p} an", "Das Passwort von root heißt {p}", "le mot de passe est {p}",
    "le mot de passe admin est « {p} »", "mon mot de passe : {p}", "utilise {p} comme mot de passe", "le mdp est {p}", "le mot de passe de la base est {p}",
    "a senha é {p}", "a senha do servidor é {p}", "la password è {p}", "la parola d'ordine è {p}", "het wachtwoord is {p}", "пароль: {p}",
    "пароль от базы {p}", "密码是{p}", "数据库密码：{p}", "パスワードは{p}です", "hasło to {p}", "lösenordet är {p}",
)  # fmt: skip
_CODES = (
    "the one-time code is {n}", "my 2FA code: {n}", "the OTP is {n}", "use code {n} to log in", "verification code is {n}",
    "the SMS code was {n}", "enter {n} as the one-time password", "my PIN is {n}", "the card PIN is {n}", "the code I got by SMS is {n}",
    "here's the auth code: {n}", "the code from the authenticator app is {n}", "recovery code {n}", "el código de verificación es {n}",
    "el código de un solo uso es {n}", "mi PIN es {n}", "der Einmalcode ist {n}", "der Bestätigungscode lautet {n}", "meine PIN ist {n}",
    "die TAN ist {n}", "le code de vérification est {n}", "le code à usage unique est {n}", "mon code PIN est {n}", "o código de verificação é {n}",
    "il codice di verifica è {n}", "Your verification code is {n}", "{n} is your verification code", "G-{n} is your login code",
)  # fmt: skip
_NUMBERS = cycle(("482913", "7731", "90214", "118822"))


def _filled(templates: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for template in templates:
        name, values = next(
            (n, v) for n, v in (("p", _PICKED), ("r", _RANDOM), ("n", _NUMBERS)) if f"{{{n}}}" in template
        )
        value = next(values)
        if "jdbc" not in template and name == "p" and any(char in value for char in "&$#") and "://" in template:
            value = "plainPass99x"
        found.append((template.format(**{name: value}), value))
    return found


BASIC = base64.b64encode(b"alice:opensesame12").decode()
CASES: list[tuple[str, str]] = [
    *TOKEN_CASES,
    *_filled(_ASSIGNED),
    *_filled(_KEYED),
    *_filled(_CONNECTED),
    *_filled(_SAID),
    *_filled(_CODES),
    (f"curl -H 'Authorization: Basic {BASIC}' https://x.example", BASIC),
]
