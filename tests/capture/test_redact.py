"""No secret and no private word gets through; everything else does, to the byte."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.capture.decoys import DECOYS, MORE_DECOYS
from tests.capture.leaks import CASES
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


@pytest.mark.parametrize(
    "template",
    [
        "Run ./deploy --password {} on the box",
        "mysql --user root --password={} app",
        "Use password={} here, the other one expired",
        "Always use {} as the password for staging",
        "use '{}' as the passphrase",
        "the root password was {} before the move",
        "take {} as our admin password",
    ],
)
@pytest.mark.parametrize("words", ["hunter-two-demo", "purple_otter", "maple-syrup-river"])
def test_plain_words_joined_are_a_password_where_they_are_used_as_one(template: str, words: str) -> None:
    found = redact(template.format(words))
    assert words not in found.text
    assert "password" in found.kinds


@pytest.mark.parametrize(
    "line",
    [
        "Run it with --password read-only",
        "password=process-env is wrong",
        "Use snake_case as the password field name",
        "Use kebab-case as the password",
        "the --password flag-name was renamed",
        "The password was never-stored in the clear",
        "Use oauth-proxy as the password manager",
        "autocomplete=new-password goes onto the form",
        "We use server-side hashing as the password policy",
    ],
)
def test_joined_words_that_are_no_password_stay(line: str) -> None:
    assert redact(line).text == line


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


@pytest.mark.parametrize(("text", "secret"), CASES, ids=range(len(CASES)))
def test_no_setting_saves_a_secret(text: str, secret: str) -> None:
    done = redact(text)
    assert secret not in done.text
    assert done.kinds


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
    ("hier das Passwort fürs WLAN: Sonnenblume7", "Sonnenblume7"),
    ("Mein PayPal-Passwort lautet Katze!23", "Katze!23"),
    ("El password del router es gato1234", "gato1234"),
    ("mi contraseña de GitHub es Perro#55", "Perro#55"),
    ("voici le mot de passe du serveur: chat-noir8", "chat-noir8"),
    ("mot de passe root = chatnoir", "chatnoir"),
    ("le code reçu par SMS est 556677", "556677"),
    ("the OTP they texted me is 662211", "662211"),
    ("the code she texted me for the intranet is 661 209 but it is used up", "661 209"),
    ("the code that support just sent us is 991234", "991234"),
    ("the pin my boss gave me for the door was 4821", "4821"),
    ("my verification code: 662 211", "662 211"),
    ("2FA: 662211", "662211"),
    ("the alarm code is 9944", "9944"),
    ("the password for prod db, by the way, is Lemon5678", "Lemon5678"),
    ("A temporary password is generated for root@localhost: 8Fz9xQ2k", "8Fz9xQ2k"),
    ("Password set to: 8Fz9xQ2k", "8Fz9xQ2k"),
    ("Password:\n\n  correcthorse9\n", "correcthorse9"),
    ("u: bob p: bobsecret1", "bobsecret1"),
    ("db:5432:app:app:topsecret1", "topsecret1"),
    ("wandb login " + made_up(40, HEX), made_up(40, HEX)),
    ("ngrok config add-authtoken " + made_up(40), made_up(40)),
    ("snyk auth 1b2c3d4e-5f60-4718-9a0b-1c2d3e4f5a6b", "1b2c3d4e-5f60-4718-9a0b-1c2d3e4f5a6b"),
    ("mnemonic: apple banana cherry dog eagle fox grape house ice juice kite lemon", "kite lemon"),
)


@pytest.mark.parametrize(("text", "secret"), TOLD, ids=[text for text, _ in TOLD])
def test_however_a_secret_is_told_it_is_taken_out(text: str, secret: str) -> None:
    assert secret not in redact(text).text


@pytest.mark.parametrize("line", [*DECOYS, *MORE_DECOYS])
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
        ("a ＜private＞x1＜／private＞ b", "a b"),
        ("a ＜Private＞x1</private> b", "a b"),
        ("a &lt;private&gt;x1&lt;/private&gt; b", "a b"),
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


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("The password? It's kelp-771.", "kelp-771"),
        ("the wifi password for the office? that's blue7heron!", "blue7heron"),
        ("The admin's password, q8Zr2Lw9, must not change.", "q8Zr2Lw9"),
        ("Das Passwort (Kelp771x) gilt bis Mai.", "Kelp771x"),
        ("Use code 305-118 to confirm the login.", "305-118"),
        ("enter the pin 305 118 for the sign-in", "305 118"),
        (f"-----BEGIN PRIVATE{' '}KEY-----\nMIIEvQIBADANBgkqh{'kiG9w0BAQEFAASCBKcQQQQ'} cut here", "MIIEvQIBADANBgkqh"),
    ],
)
def test_a_secret_that_is_told_in_passing_is_taken_out(text: str, secret: str) -> None:
    done = redact(text)
    assert secret not in done.text
    assert done.kinds


@pytest.mark.parametrize(
    "text",
    [
        "The password? It's required.",
        "The password, however, must not change.",
        "The password (optional) may be empty.",
        "Passwords, tokens and keys are in the vault.",
        "Use code 305-118 of the tax table.",
        "Is the password, login_password, a column of users?",
    ],
)
def test_what_only_stands_beside_the_word_is_left(text: str) -> None:
    assert redact(text).text == text
