"""No secret and no private word gets through; everything else does, to the byte."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.capture.secrets import HEX, LETTERS, PASSWORDS, RANDOM, TOKENS, made_up, private_key

from hardwon.capture.redact import Redactor, redact

ANYWHERE = (
    "use {} for this",
    "{}",
    "({})",
    "'{}'",
    "set it to `{}`.",
    "it failed with {}\nnext line",
    '"value":"{}",',
    "TOKEN={}",
    "export KEY={} && ./deploy",
    'curl -H "X-Api-Key: {}" https://api.example.org',
)


@pytest.mark.parametrize("template", ANYWHERE)
@pytest.mark.parametrize(("kind", "token"), TOKENS, ids=[f"{kind}-{i}" for i, (kind, _) in enumerate(TOKENS)])
def test_a_providers_token_is_taken_out_wherever_it_stands(kind: str, token: str, template: str) -> None:
    done = redact(template.format(token))
    assert token not in done.text
    assert "[redacted: " in done.text
    assert done.kinds


@pytest.mark.parametrize(("kind", "token"), TOKENS[:18], ids=[f"{kind}-{i}" for i, (kind, _) in enumerate(TOKENS[:18])])
def test_the_caller_is_told_what_kind_it_was(kind: str, token: str) -> None:
    done = redact(f"it said {token} again")
    assert done.text == f"it said [redacted: {kind}] again"
    assert done.kinds == (kind,)


@pytest.mark.parametrize(
    "template",
    [
        "DB_PASSWORD={}",
        "export PGPASSWORD={}",
        "DATABASE_PASSWORD={}\nNEXT=1",
        'password: "{}"',
        "password = '{}'",
        '"password": "{}"',
        '{{"db_password":"{}"}}',
        '{{\\"password\\": \\"{}\\"}}',
        "passwd={}",
        "passphrase: {}",
        "pw: {}",
        "my password: {}",
        "the password is {}",
        "The password is {}.",
        "the password for staging is {}",
        'the password for the staging db is "{}"',
        "Passwort ist {}",
        "la contraseña es {}",
        "密码是{}",
        "change the password to {}",
        "log in with admin / {}",
        "<password>{}</password>",
        "curl -u admin:{} https://api.example.org",
        "sshpass -p {} ssh root@host",
        "machine git.example.org login bot password {}",
        "postgres://app:{}@db:5432/x",
        "redis://:{}@cache:6379",
        "https://bot:{}@git.example.org/x.git",
    ],
)  # fmt: skip
@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_is_known_by_what_stands_beside_it(template: str, password: str) -> None:
    assert password not in redact(template.format(password)).text


@pytest.mark.parametrize(
    "template", ["--password {}", "mysql -u root -p{} app", "admin password {}", "--db-password={}"]
)
@pytest.mark.parametrize("password", [one for one in PASSWORDS if not one.isalpha()])
def test_a_password_in_a_command_is_known(template: str, password: str) -> None:
    assert password not in redact(template.format(password)).text


@pytest.mark.parametrize(
    "template",
    [
        "API_KEY={}",
        "api_key: {}",
        'apiKey: "{}"',
        "AWS_SECRET_ACCESS_KEY={}",
        'SECRET_KEY="{}"',
        'client_secret = "{}"',
        "auth_token={}&x=1",
        "?access_token={}",
        "Authorization: Bearer {}",
        "authorization: token {}",
        "-H 'Authorization: Basic {}'",
        "Bearer {}",
        "--api-key {}",
        "the api key is {}",
        "the token for the staging api is {}",
        "our secret is {}",
        "webhook secret: {}",
        "set the api key to {}",
        "use {} as the api key",
        "{} is the api key",
    ],
)
@pytest.mark.parametrize("secret", RANDOM, ids=range(len(RANDOM)))
def test_a_random_string_is_a_secret_beside_a_word_that_says_so(template: str, secret: str) -> None:
    assert secret not in redact(template.format(secret)).text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the one-time code is 482913", "482913"),
        ("my pin is 4821", "4821"),
        ("2fa code: 993112", "993112"),
        ("the passphrase is correct horse battery staple", "horse battery"),
        ("password: correct horse demo", "horse demo"),
        ('password: "correct horse demo"', "horse demo"),
    ],
)
def test_codes_and_phrases_of_plain_words_are_secrets_too(text: str, secret: str) -> None:
    assert secret not in redact(text).text


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_goes_as_a_whole(kind: str) -> None:
    done = redact(f"before\n{private_key(kind)}\nafter")
    assert done.text == "before\n[redacted: private key]\nafter"
    assert done.kinds == ("private key",)


def test_a_private_key_in_one_string_goes_as_a_whole() -> None:
    escaped = private_key("RSA ").replace("\n", "\\n")
    done = redact(f'{{"key": "{escaped}\\n"}}')
    assert "PRIVATE KEY-----" not in done.text
    assert made_up(64, LETTERS + "+/", seed="2") not in done.text


@pytest.mark.parametrize("keep", [slice(None, -3), slice(3, None)])
def test_a_private_key_that_was_cut_goes_too(keep: slice) -> None:
    lines = private_key().split("\n")[keep]
    done = redact("\n".join(["text before", *lines, "text after it"]))
    assert not any(line in done.text for line in lines if len(line) > 30)
    assert done.text.startswith("text before")
    assert done.text.endswith("text after it")


def test_a_secret_is_taken_out_where_it_is_repeated() -> None:
    done = redact("the password is blue-horse-42\nthen ./login --user bob blue-horse-42")
    assert "blue-horse-42" not in done.text


def test_a_secret_of_one_text_is_known_in_the_next() -> None:
    redactor = Redactor()
    redactor.redact("the password is blue-horse-42 and <private>the merger with Initech</private>")
    assert redactor.redact("I typed blue-horse-42").text == "I typed [redacted: password]"
    assert "Initech" not in redactor.redact("ok, the merger with Initech it is").text
    assert "private" in redactor.kinds


TOLD = (
    ("Server=db;User Id=sa;Password=P@ss{}w0rd;Encrypt=true", "P@ss{}w0rd"),
    ("jdbc:mysql://h/db?user=a&password=b1gSecret", "b1gSecret"),
    ("mongodb+srv://u:pAss1word@cluster0.mongodb.net/x", "pAss1word"),
    ("the password is: hunter2", "hunter2"),
    ("password - hunter2", "hunter2"),
    ("password → hunter2", "hunter2"),
    ("pass hunter2", "hunter2"),
    ("user/pass: admin/hunter2", "hunter2"),
    ("username: bob password: hunter2", "hunter2"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA"),
    ("data:\n  password: cGFzc3dvcmQxMjM=", "cGFzc3dvcmQxMjM"),
    ("x-api-key: abc123def456", "abc123def456"),
    ('--header "PRIVATE-TOKEN: abcd1234efgh"', "abcd1234efgh"),
    ("export OPENAI_API_KEY='abc-def-123-xyz'", "abc-def-123-xyz"),
    ("SECRET_TOKEN: 'a8f5f167f44f4964e6c998dee827110c'", "a8f5f167f44f4964e6c998dee827110c"),
    ("my password is  Summer2024!", "Summer2024!"),
    ("pwd is letmein", "letmein"),
    ("the db pass is letmein", "letmein"),
    ("the wifi password is letmein123 btw", "letmein123"),
    ("pw=letmein", "letmein"),
    ("root password = toor", "toor"),
    ("the admin's password is monkey", "monkey"),
    ("use password: 'abc def'", "abc def"),
    ("password:letmein", "letmein"),
    ("Password : letmein", "letmein"),
    ("the secret key is 'my-very-secret-django-key-1'", "my-very-secret-django-key-1"),
    ("DJANGO_SECRET_KEY=django-insecure-abc!@#123xyz", "django-insecure-abc!@#123xyz"),
    (
        "AccountKey=abcdEFGH1234abcdEFGH1234abcdEFGH1234abcdEFGH1234abcdEFGH1234abcdEFGH1234abcdEFGH1234ab==;",
        "abcdEFGH1234abcdEFGH1234",
    ),
    ("token: 'Zm9vYmFyMTIz'", "Zm9vYmFyMTIz"),
    ("set TWILIO_AUTH_TOKEN=0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"),
    ("curl -u alice:wonderland1 http://x", "wonderland1"),
    (
        "curl https://x -H 'Authorization: token 0123456789abcdef0123456789abcdef01234567'",
        "0123456789abcdef0123456789abcdef01234567",
    ),
    ("docker login -u me -p S3cretPw registry", "S3cretPw"),
    ("ansible_ssh_pass=S3cretPw", "S3cretPw"),
    ('$env:API_KEY = "abcd1234efgh5678"', "abcd1234efgh5678"),
    ("my github token is abcdefghijklmnopqrstuvwxyz012345", "abcdefghijklmnopqrstuvwxyz012345"),
    ("here is the key: 9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d", "9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d"),
    ("ssh pass phrase: tiny red wagon", "tiny red wagon"),
    ("the login is admin:hunter2", "hunter2"),
    ("credentials are root/hunter2", "hunter2"),
    ("basic auth user:S3cret99", "S3cret99"),
    ("the code from the authenticator is 482913", "482913"),
    ("verification code 482913", "482913"),
    ("otp 482913", "482913"),
    ("PIN: 4821", "4821"),
    ("the passcode for the door is 4821", "4821"),
    ("SMTP_PASS=abcdabcdabcdabcd", "abcdabcdabcdabcd"),
    ("redis-cli -a foobared9 ping", "foobared9"),
)


@pytest.mark.parametrize(("text", "secret"), TOLD, ids=[text for text, _ in TOLD])
def test_however_a_secret_is_told_it_is_taken_out(text: str, secret: str) -> None:
    assert secret not in redact(text).text


DECOYS = """\
The login reset flow lives in accounts/reset.py.
apiKey: process.env.TILES_KEY is read when the app starts.
Commit b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0 repaired how tokens are refreshed.
The token refresh landed in b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0.
Request id 0c9d1e7a-2b44-4f0e-8d13-5a6b7c8d9e0f is in the logs.
PASSWORD_MIN_LENGTH=16 is set.
Use scikit-learn, sk-learn is only an alias.
Never echo the bearer token in build logs.
API_KEY=your-api-key-here
password: <your password>
TOKEN=xxxxxxxxxxxxxxxx
AKIAIOSFODNN7EXAMPLE is the documented example key.
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
curl -H "Authorization: Bearer ${GITHUB_TOKEN}" https://api.github.com
password: string
password: str = Field(...)
def login(username: str, password: str) -> Token:
token = lexer.next()
const token = await getToken();
token: string;
max_tokens: 4096
eos_token = "</s>"
pad_token: "[PAD]"
token_count = 12345678
"integrity": "sha512-oRpjuQe9vVqAsJ9j7EJNVDFCr4L2xR0e+qUJHk1vCGH9Lk5sKZCqQ4mJ0Zk5r0u1b2c3d4e5f6g7h8i9j0k1lA==",
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
node@sha256:b6fc4c620b67d95f953a5c1c1230aaab5db5a1b09fceb02d0ae598e95dc970b7
The password is stored in Vault.
The password is hashed with bcrypt.
The password is required.
the password is too short
password is wrong again
The token is refreshed every hour.
The token is invalid after 24h.
The secret is to keep it simple.
We keep secrets in the vault, never in .env files.
The API key is read from the environment.
Secrets live in config/secrets.yml.enc
private_key: ./certs/dev.pem
ssh_key: ~/.ssh/id_ed25519.pub
SSH_KEY_PATH=/home/dev/.ssh/id_rsa
The hash is 5d41402abc4b2a76b9719d911017c592 for hello.
checksum: b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0
ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
550e8400-e29b-41d4-a716-446655440000 is the tenant id
Password must have at least 12 characters.
password: at least 12 characters
The JWT secret comes from os.environ["JWT_SECRET"].
os.environ["API_KEY"] = os.getenv("OTHER_KEY")
secret: ${{ secrets.DEPLOY_KEY }}
password: {{ vault_db_password }}
DB_PASSWORD=${DB_PASSWORD:-}
git push fails with "Permission denied (publickey)".
ssh://git@github.com/acme/app.git
http://localhost:8080/@scope/pkg
postgres://user:password@localhost/db is the placeholder in the README.
The tokenizer lives in src/tokenizer/bpe_v2.py
Use `getUserById` and `refreshAccessToken` from auth/client.ts
Feature flag key: new-checkout-2024
The cache key is user:123:profile
primary key: id
foreign_key: account_id
The key insight is that retries are cheap.
v1.2.3-beta.4+build.567 is out
arn:aws:iam::123456789012:role/deploy is the deploy role.
Use ghp_ prefixed tokens only.
Run mysql -u root -p to connect
pass the --password flag
The --token option is deprecated
Add the secret with `gh secret set NPM_TOKEN`.
password=password is only for the local compose file
credentials: include
fetch(url, { credentials: "same-origin" })
<input type="password" name="password">
autocomplete="current-password"
password_hash = bcrypt(password)
if password != confirm_password:
token=token
password=self.password
api_key=settings.API_KEY
Never commit a file that starts with -----BEGIN PRIVATE KEY-----.
The pin is connected to ground.
auth: JWT via middleware/auth.ts
authorization: handled in src/policy.py
pass: 32, fail: 0
all tests pass: yes
encryption key: rotated quarterly
IMG_20240101_123456.jpg has the screenshot
data:image/png;base64,iVBORw0KGgo= is fine
ISBN 978-3-16-148410-0
SECRET_NAME=prod-db
kubectl create secret generic app-secret --from-env-file=.env.local
docker run -e POSTGRES_PASSWORD=$POSTGRES_PASSWORD postgres:16
PGPASSWORD="$DB_PASS" psql -h localhost
Use `Bearer` in front of the token.
export default { token: Symbol("token") }
The exit code is 137 when it runs out of memory.
Error code: 500123 means the queue is full
Keep a < b and b > c in mind: <T extends Private> is a type.
The pass rate is 98 percent.
pass 3 of the compiler is slow
First pass: collect symbols
password reset tokens expire after 2 hours
The session key is derived with HKDF.
Set the auth header before calling fetch.
Error code 500123 appears in the log
The status code is 404.
exit code 137
zip code is 94107
The promo code is checked in checkout.ts
The source code is in src/
Use code 1234 in the sandbox? No.
See PR 482913 for the code.
The token limit is 200000.
token usage: 12345 in, 678 out
Primary key is user_id2
The partition key is customer_id_v2
cache key is sha1 of the body
The public key is in keys/id_ed25519.pub
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl dev@host
API keys are rotated by scripts/rotate_keys.py
the API key goes into .env.local as MAPS_API_KEY
Secrets Manager ARN arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf
auth.ts exports getToken2
const apiKey = config.get("maps.apiKey")
apiKey={apiKey}
:api_key => ENV["API_KEY"]
password_field = "user_password"
"password": "Password must not be empty",
label: "Password"
placeholder="Password"
passwordInput.value = ''
expect(token).toBe("abc")
JWT_EXPIRES_IN=3600
TOKEN_TTL=900
SECRET_ROTATION_DAYS=30
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_USER_MODEL=accounts.User
git commit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b is the key change
md5 of the file: 5d41402abc4b2a76b9719d911017c592
docker.io/library/redis:7.2@sha256:aaaabbbbccccddddeeeeffff0000111122223333444455556666777788889999
s3://my-bucket/path/key-name-2024.json
/etc/ssl/private/server.key is mode 0600
password policy: 12+ characters, one digit
The bearer must be present
Bearer realm="api"
WWW-Authenticate: Bearer error="invalid_token"
Tests run with --token-file tests/fixtures/token.txt
login: dev@example.com is the test user
sign in with SSO / Okta
pip install detect-secrets==1.5.0
my-secret-santa-2024 is the repo name
The secret sauce is caching.
The key is to batch writes.
This is the key difference between v1 and v2.
Use the access token from the login response.
npm token create --read-only
vault kv get secret/data/app
""".splitlines()


@pytest.mark.parametrize("line", DECOYS)
def test_what_only_looks_like_a_secret_stays_to_the_byte(line: str) -> None:
    assert redact(line).text == line
    assert redact(line).kinds == ()


def test_many_honest_lines_together_stay_to_the_byte() -> None:
    text = "\n".join(DECOYS)
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("use <private>x1</private>tabs", "use tabs"),
        ("use<private>x1</private>tabs", "use tabs"),
        ("a <PRIVATE>x1</Private> b", "a b"),
        ("a <private>x1 <private>x1</private> x1</private> b", "a b"),
        ("a <private>\nx1\n\nx1\n</private>\nb", "a \nb"),
        ("a <private>x1 to the end", "a "),
        ("x1 from the start</private> b", " b"),
        ("a <private reason='x1'>x1</private> b", "a b"),
        ("a < private >x1</ private > b", "a b"),
        ("a <private", "a "),
        ("a <private>x1</private> b <private>x1</private> c", "a b c"),
    ],
)
def test_private_text_goes_in_every_form(text: str, kept: str) -> None:
    done = redact(text)
    assert done.text == kept
    assert done.kinds == ("private",)


def test_a_text_that_is_all_private_leaves_nothing() -> None:
    assert redact("<private>all of it</private>").text == ""


PIECES = st.sampled_from(
    [
        "<private>", "</private>", "<Private", ">", "password", " is ", "=", ": ", "hunter2", '"', "'", "\\", "\n", " ",
        "token", "Bearer ", "Authorization: ", "https://", "u:p@h", "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----", made_up(64), made_up(40, HEX), TOKENS[1][1], TOKENS[4][1], "[redacted: ", "]",
        "sk-", "api key", "the ", "code ", "--password ", "curl -u ", "\ud800", "é密码",
    ]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=25).map("".join)))
def test_redacting_again_changes_nothing_and_nothing_makes_it_raise(text: str) -> None:
    once = redact(text)
    again = redact(once.text)
    assert again.text == once.text
    assert again.kinds == ()


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(TOKENS))
def test_no_surroundings_save_a_token(before: str, after: str, token: tuple[str, str]) -> None:
    assert token[1] not in redact(f"{before} {token[1]} {after}").text


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "password is ",
        "<private>",
        "https://a:b@c ",
        "-----BEGIN PRIVATE KEY-----",
        "sk-proj-",
        "eyJ",
        "key=\n",
        "token for the ",
        '"',
    ],
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    def cost(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        return min(_timed(text) for _ in range(2))

    redact("warm up the detectors " + TOKENS[0][1])
    small, large = cost(20_000), cost(80_000)
    assert large < 12 * small + 0.2  # a square would be 16 times


def _timed(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started
