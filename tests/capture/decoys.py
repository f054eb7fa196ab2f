"""Honest lines that look like secrets to a hasty eye; each has to stay as it is."""

from __future__ import annotations

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

# The same in the surroundings of daily work.
MORE_DECOYS = """\
Merge commit 9fceb02d0ae598e95dc970b74767f19372d61af8 into main
git show 3f2504e04f8911d39a0c0305e82c3301aabbccdd:src/auth/token.py
HEAD is now at b6fc4c6 Rotate the signing key nightly
index 83db48f..bf269f4 100644
  resolved "https://registry.example.org/left-pad/-/left-pad-1.3.0.tgz#5b8a3a7765dfe001261dde915589e782f8c94d1e"
  integrity sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQGinBN9yTQT3bFlCBy/aVx2HrNcqQGsdot8ghrjyrvMCoEA==
hash = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
checksum = "cc6bf6df5e0f9b2ef9c9b1d5bc1b0bd1b4b53c6b8f6b7c4fd4a2ad7d7c9e1a2b"
sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= is what the lock file says
go.sum: golang.org/x/text v0.14.0 h1:ScX5w1eTa3QqT8oi6+ziP7dTV1S2+ALU0bI+0zXKWiQ=
image: ghcr.io/acme/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
trace_id=4bf92f3577b34da6a3ce929d0e0e4736 span_id=00f067aa0ba902b7
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
X-Request-Id: 7b1c2a34-9d0e-4f5a-8b6c-1d2e3f4a5b6c
correlation id 9b2f6c1e-7a4d-4e8b-b1c3-5d6e7f8091a2 belongs to the failed payment
ETag W/"5d8c72a5edda8d6a5f3d1c2b"
MD5 (release.tar.gz) = 9e107d9d372bb6826bd81d3542a419d6
The fingerprint is SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7vbqajDhA1Gm5yU6VYFv3p9k2c3 build@ci
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE REQUEST-----
pk_live is the prefix of publishable keys, which are public.
The Stripe price is price_1MoBy5LkdIwHu7ixZhnattbh in test mode.
customer cus_NffrFeUfNV2Hib has no card
message msg_01XFDUDYJgAACzvnptvVoYEL ended with tool_use
toolu_01A09q90qw90lq917835lq9 is the call that failed
The run is run_2xYb81 on branch feature/login-v2
Job 7731 was restarted; 482913 rows were copied.
See ticket AUTH-4821 for the login bug.
The order number is 90214.
Port 5432 is taken, so the test database listens on 15432.
It takes 4821 ms with the cache off.
HTTP 401 means the token has expired.
error code 4821: disk quota exceeded
The exit code was 2, then 137.
zip code 94107 has no tax
El código de error es 4821.
El código de estado es 404.
Der Fehlercode ist 500123.
Der Statuscode lautet 404.
Le code d'erreur est 4821.
Le code de retour est 127.
Il codice di errore e 4821.
El código fuente está en src/.
Der Quellcode liegt in src/.
La contraseña se guarda con bcrypt.
La contraseña es obligatoria.
La contraseña debe tener 12 caracteres.
La clave es usar una cola.
La clave primaria es id.
La clave de la caché es user_id.
Das Passwort ist falsch.
Das Passwort ist abgelaufen.
Das Passwort wird nie geloggt.
Das Kennwort muss 12 Zeichen haben.
Passwort vergessen? Der Link steht in der Mail.
Le mot de passe est obligatoire.
Le mot de passe est incorrect.
Le mot de passe est haché avec argon2.
A senha é obrigatória.
La password è obbligatoria.
Пароль хранится в виде хэша.
密码不能为空
パスワードを忘れた場合
The password is always hashed before it is stored.
The password is checked in accounts/views.py.
The password is not logged.
The password is empty in tests.
The password field is called user_password.
The password form posts to /login.
Password rules live in settings/password_rules.py.
The password column is nullable.
Never print passwords.
Ask Dana for the password.
The password manager fills it in.
The password is rotated every 90 days.
The password is read from stdin.
Passwords are compared in constant time.
The old password no longer works after a reset.
Use a password with at least 16 characters.
Use a passphrase of six words.
The password reset email goes out through Postmark.
password_reset_token_generator lives in tokens.py
password = getpass.getpass()
password = input("Password: ")
password = os.environ.get("DB_PASSWORD")
password = request.form["password"]
password = generate_password(length=24)
password: process.env.DB_PASSWORD,
password: String,
password: z.string().min(12),
password: { type: String, required: true },
password?: string;
password VARCHAR(255) NOT NULL,
passwordHash: string
@Column() password: string
user.password = await hash(password, 10);
const { email, password } = req.body;
def set_password(self, password: str) -> None:
if not check_password(password, user.password):
raise ValidationError("password too short")
"password": ["This field is required."]
"password_confirmation": null
errors.password = t("password.required")
getByLabelText("Password")
cy.get('input[name="password"]')
type Password = string
PasswordAuthentication no
PermitRootLogin prohibit-password
POSTGRES_PASSWORD: ${POSTGRES_PASSWORD}
POSTGRES_PASSWORD_FILE: /run/secrets/db_password
DB_PASSWORD=changeme
DB_PASSWORD=<secret>
DB_PASSWORD=********
DB_PASSWORD=
DB_PASSWORD="$(op read op://vault/db/password)"
export TOKEN=$(gh auth token)
TOKEN=$(cat /run/secrets/token)
API_KEY=${API_KEY:?missing}
API_KEY=REPLACE_ME
API_KEY: "{{ api_key }}"
api_key: !vault
api_key = var.api_key
api_key = data.aws_ssm_parameter.key.value
apiKey: import.meta.env.VITE_API_KEY,
secret: process.env.SESSION_SECRET!,
secretName: tls-cert
secretRef: {name: app-secrets}
secretKeyRef:
existingSecret: postgres-credentials
imagePullSecrets:
tokenUrl: https://auth.example.org/oauth/token
token_type: bearer
"token_type": "Bearer",
grant_type=client_credentials&scope=read
token_endpoint = "/oauth/token"
tokens_per_minute: 40000
max_output_tokens=8192
num_tokens = len(tokens)
token_ids = tokenizer.encode(text)
for token in tokens:
stop_token: "<|endoftext|>"
csrf_token is read from the form
{% csrf_token %}
const csrfToken = document.querySelector('meta[name="csrf-token"]')
cancellationToken: CancellationToken
CancellationToken.None
access_token_lifetime = timedelta(minutes=5)
key: value
key = "user:profile:v2"
keyboard: us-intl
sort_key = created_at
partition_key: "/tenantId"
cache-key: ${{ runner.os }}-pip-${{ hashFiles('requirements.txt') }}
row key 0001-2024-eu is the newest
ssh_key_name = "deploy-key-2024"
key_file: /etc/ssl/private/app.key
private_key_path = "./certs/app.pem"
public_key = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
The public key is BPEM8kFvZk3yqL9sT2wUe4iXo6pRz1aNc5dJgHqVfWb.
The license key is checked at start-up.
Use the SSH key of the deploy user.
Cookie: theme=dark; lang=en
Set-Cookie: lang=en; Path=/; Max-Age=31536000
cookies are set with SameSite=Lax
res.cookie("theme", "dark")
The session cookie is HttpOnly.
curl -b cookies.txt https://example.org
curl -u "$USER:$PASS" https://example.org
curl -u admin https://example.org
echo "$TOKEN" | docker login -u me --password-stdin
docker login -u me
mysql -u root -p app
psql "postgres://localhost/app"
redis://localhost:6379/0
postgresql://user:pass@localhost/test is the example in the docs
mongodb://localhost:27017/app
https://example.org/path?code=404
https://example.org/callback?code=abc&state=xyz
https://user@github.example.org/acme/app.git
git@github.com:acme/app.git
ssh deploy@10.0.0.5 -p 2222
net user is a Windows command
zip -r out.zip dir
unzip -p archive.zip README.md
env | grep TOKEN
export PATH=/usr/local/bin:$PATH
export NODE_OPTIONS=--max-old-space-size=4096
set -euo pipefail
config set key value
npm config set registry https://registry.example.org/
git config set user.name Dana
gh secret list
kubectl get secret app-secret -o yaml
aws secretsmanager get-secret-value --secret-id prod/db
vault token lookup
gpg --list-secret-keys
SECRET_KEY_FILE=/run/secrets/django
ENABLE_TOKEN_CACHE=true
PASSWORD_RESET_TIMEOUT=3600
API_KEY_HEADER=X-API-Key
AUTH_TOKEN_URL=https://auth.example.org/token
TOKEN_AUDIENCE=https://api.example.org
LOGIN_REDIRECT_URL=/dashboard
The login is rate limited to 5 per minute.
Log in with GitHub / Google.
login: handled by auth0
credentials are read from ~/.aws/credentials
Basic auth is off in production.
Authorization header is required
Authorization: Bearer YOUR_TOKEN
Authorization: Bearer eyJ...
Authorization: Basic <base64>
"Authorization": `Bearer ${token}`
headers["Authorization"] = "Bearer " + token
The OTP is sent by SMS.
The verification code expires after 10 minutes.
The security code path is in src/security.
Two-factor codes have 6 digits.
The PIN has 4 digits.
pin 13 drives the LED
pin: 1.2.3
Pin the version to 1.4.2.
pinned to 2024.11.0
The access code is checked by verify_code().
the recovery code screen is in RecoveryCodes.tsx
v2024.10.1 and v2024.11.0 are supported
2024-11-30T07:01:59.123Z is when it broke
1700000000000 is the timestamp
0xdeadbeef is the magic number
0x742d35Cc6634C0532925a3b844Bc454e4438f44e is a public address
127.0.0.1:8080 and [::1]:8080 both work
#ff00aa is the accent colour
rgba(255, 0, 128, 0.5)
AWS account 123456789012 owns the bucket
arn:aws:lambda:us-east-1:123456789012:function:resize
gs://acme-prod-backups/2024/11/30/dump.sql.gz
projects/acme-prod/secrets/db-password/versions/3
YWxpY2U= decodes to a name
data:font/woff2;base64,d09GMgABAAAAAA==
base64 of hello is aGVsbG8=
R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7 is the pixel
MAX_RETRIES=5 and RETRY_DELAY_MS=250
getAccessTokenSilently() from useAuth0
class TokenBucketRateLimiter2:
PasswordResetTokenGenerator
test_password_reset_v2_returns_404
src/features/auth/passwordReset2.test.tsx
feature_flag: new_password_flow_2024
tls_secret_name_2024_prod
ghp_ and gho_ are prefixes of GitHub tokens.
An AWS key begins with AKIA.
AKIAIOSFODNN7EXAMPLE
wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY is AWS's documented example.
sk-your-key-here
sk_test_xxxxxxxxxxxxxxxxxxxxxxxx
xoxb-your-token
hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
glpat-xxxxxxxxxxxxxxxxxxxx
s.o.s. is what it prints
slow.2024.query.log has the queries
path.to.some.module.with.many.parts
pattern.match(value)
patch.object(client, "get")
fw_rules_v2_production_eu
EZ mode is on
ops_eyebrow is a CSS class
echo hello | wc -c
echo "select 1" | psql app
printf '%s\\n' one | sort
the passkey is created in the browser
credentials: "omit"
The secret is mounted at /run/secrets/app.
The secret is called app-secrets-2024.
The token bucket holds 100 tokens.
token 12 of 128 is wrong
The salt is random for each user.
A nonce is 12 bytes.
The seed is 42.
HMAC is computed over the body.
hmac.compare_digest(a, b)
""".splitlines()
