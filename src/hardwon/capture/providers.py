"""The shapes of providers' tokens: what needs no name beside it to be known for a secret.

A table: one row a provider, and nothing but the row is needed for a further one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hardwon.capture.findings import Findings, mark
from hardwon.capture.plausible import is_placeholder

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


def _shape(body: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + r"(?:" + body + r")" + _AFTER)


# kind, literals one of which must be there, shape
SHAPES: tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...] = (
    (
        "aws key",
        ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"),
        _shape(
            r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]"
            r"{16}"
        ),
    ),
    (
        "github token",
        ("gh", "github_pat_"),
        _shape(
            r"gh[pousr]_[A-Za-z0-9_]{20,255}|github_pat_[A-Za-z0-9_]"
            r"{20,255}"
        ),
    ),
    (
        "gitlab token",
        ("gl", "GR1348941"),
        _shape(r"gl(?:pat|dt|ft|soat|rt|cbt|ptt|agent|oas|imt|ffct)-[\w-]{16,255}|GR1348941[\w-]{20,50}"),
    ),
    ("slack token", ("xox", "xapp-"), _shape(r"xox[a-z]-[A-Za-z0-9-]{10,255}|xapp-\d-[A-Za-z0-9-]{10,255}")),
    (
        "slack webhook",
        ("hooks.slack.com",),
        re.compile(r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{10,255}"),
    ),
    (
        "discord webhook",
        ("/api/webhooks/",),
        re.compile(
            r"discord(?:app)?\.com/api/webhooks/\d{5,30}/[\w-]"
            r"{20,255}"
        ),
    ),
    ("anthropic key", ("sk-ant-",), _shape(r"sk-ant-[A-Za-z0-9_-]{16,255}")),
    (
        "openai key",
        ("sk-",),
        _shape(
            r"sk-(?:proj|svcacct|admin|None)-(?=[A-Za-z_-]{0,120}\d)[A-Za-z0-9_-]"
            r"{16,255}"
        ),
    ),
    (
        "api key",
        ("sk-",),
        _shape(
            r"sk-(?:[a-z]{2,6}-){0,3}(?:v\d-)?(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{16,255}(?:[_-][A-Za-z0"
            r"-9]+)*"
        ),
    ),
    (
        "google key",
        ("AIza", "GOCSPX-", "ya29."),
        _shape(
            r"AIza[\w-]{30,60}|GOCSPX-[\w-]{20,60}|ya29\.[\w-]"
            r"{20,255}"
        ),
    ),
    ("json web token", ("eyJ",), _shape(r"eyJ[\w-]{8,2048}\.(?:[\w-]{6,4096})(?:\.[\w-]{0,2048}){0,3}")),
    ("npm token", ("npm_",), _shape(r"npm_[A-Za-z0-9]{30,64}")),
    ("pypi token", ("pypi-",), _shape(r"pypi-[A-Za-z0-9_-]{32,255}")),
    (
        "hugging face token",
        ("hf_", "api_org_"),
        _shape(r"(?:hf|api_org)_(?=[A-Za-z]{0,120}[A-Z0-9])(?=[A-Z0-9]{0,120}[a-z])[A-Za-z0-9]{20,64}"),
    ),
    (
        "stripe key",
        ("sk_", "rk_", "whsec_"),
        _shape(r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/]{20,255}={0,2}"),
    ),
    ("sendgrid key", ("SG.",), _shape(r"SG\.[\w-]{16,64}\.[\w-]{16,64}")),
    ("twilio key", ("SK", "AC"), _shape(r"(?:SK|AC)[0-9a-f]{32}")),
    ("mailgun key", ("key-",), _shape(r"key-[0-9a-f]{32}")),
    ("mailchimp key", ("-us",), _shape(r"[0-9a-f]{32}-us\d{1,2}")),
    ("telegram token", (":AA",), _shape(r"\d{8,10}:AA[\w-]{32,34}")),
    ("digitalocean token", ("do",), _shape(r"do[opr]_v1_[a-f0-9]{40,80}")),
    ("shopify token", ("shp",), _shape(r"shp(?:at|ca|pa|ss|tka)_[A-Fa-f0-9]{32,64}")),
    ("square token", ("sq0", "EAAA"), _shape(r"sq0[a-z]{3}-[\w-]{20,60}|EAAA[\w-]{56,70}")),
    (
        "azure key",
        ("AccountKey=", "SharedAccessKey="),
        re.compile(
            r"(?<=Account)Key=[A-Za-z0-9+/]{40,120}={0,2}|"
            r"(?<=SharedAccess)Key=[A-Za-z0-9+/]{30,120}={0,2}"
        ),
    ),
    ("vault token", ("hv",), _shape(r"hv[sbr]\.[\w-]{20,255}")),
    ("databricks token", ("dapi",), _shape(r"dapi[a-f0-9]{32}(?:-\d)?")),
    ("grafana token", ("gl",), _shape(r"gl(?:sa|c)_[A-Za-z0-9+/=_]{30,255}")),
    ("linear key", ("lin_",), _shape(r"lin_(?:api|oauth)_[A-Za-z0-9]{30,64}")),
    ("notion token", ("secret_", "ntn_"), _shape(r"(?:secret|ntn)_(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{40,60}")),
    ("postman key", ("PMAK-",), _shape(r"PMAK-[a-f0-9]{20,30}-[a-f0-9]{30,40}")),
    ("sentry token", ("sntry",), _shape(r"sntry[su]_[A-Za-z0-9+/=_-]{30,512}")),
    ("atlassian token", ("ATATT3", "ATCTT3"), _shape(r"AT[AC]TT3[\w=+/-]{50,255}")),
    ("docker token", ("dckr_",), _shape(r"dckr_(?:pat|oat)_[\w-]{20,64}")),
    ("rubygems key", ("rubygems_",), _shape(r"rubygems_[a-f0-9]{40,64}")),
    ("doppler token", ("dp.",), _shape(r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{32,80}")),
    ("figma token", ("figd_",), _shape(r"figd_[\w-]{20,64}")),
    ("planetscale token", ("pscale_",), _shape(r"pscale_(?:tkn|pw|oauth)_[\w.-]{30,80}")),
    ("supabase key", ("sbp_", "sb_secret_"), _shape(r"sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,64}")),
    ("groq key", ("gsk_",), _shape(r"gsk_[A-Za-z0-9]{20,80}")),
    ("xai key", ("xai-",), _shape(r"xai-[A-Za-z0-9]{40,120}")),
    ("perplexity key", ("pplx-",), _shape(r"pplx-[A-Za-z0-9]{32,80}")),
    ("replicate token", ("r8_",), _shape(r"r8_[A-Za-z0-9]{30,60}")),
    ("fly token", ("FlyV1 ", "fo1_"), _shape(r"fo1_[\w-]{30,80}|FlyV1 fm\d_[A-Za-z0-9+/=,_-]{30,2048}")),
    ("netlify token", ("nfp_",), _shape(r"nfp_[A-Za-z0-9]{30,60}")),
    ("new relic key", ("NRAK-",), _shape(r"NRAK-[A-Z0-9]{20,40}")),
    ("age key", ("AGE-SECRET-KEY-",), _shape(r"AGE-SECRET-KEY-1[A-Z0-9]{40,80}")),
    ("facebook token", ("EAAC",), _shape(r"EAAC[A-Za-z0-9]{40,255}")),
    ("heroku key", ("HRKU-",), _shape(r"HRKU-[\w-]{30,80}")),
    ("private key", ("MII",), re.compile(r"(?<![A-Za-z0-9+/])MII[A-L][A-Za-z0-9+/]{40,8000}={0,2}")),
    ("artifactory key", ("AKC",), _shape(r"AKC(?=[A-Za-z]{0,120}\d)[A-Za-z0-9]{20,100}")),
    ("dropbox token", ("sl.",), _shape(r"sl\.(?:u\.)?(?=[A-Za-z_-]{0,120}\d)[A-Za-z0-9_-]{60,2000}")),
    ("google key", ("1//0",), re.compile(r"(?<![\w/])1//0[\w-]{40,200}")),
    (
        "vault token",
        ("s.",),
        _shape(r"s\.(?=[A-Za-z]{0,24}\d)(?=[A-Z0-9]{0,24}[a-z])(?=[a-z0-9]{0,24}[A-Z])[A-Za-z0-9]{24}"),
    ),
    ("cloudflare key", ("v1.0-",), _shape(r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}")),
    ("1password token", ("ops_eyJ",), _shape(r"ops_eyJ[A-Za-z0-9+/=_-]{60,4000}")),
    ("sourcegraph token", ("sgp_",), _shape(r"sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}")),
    ("render key", ("rnd_",), _shape(r"rnd_(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{24,64}")),
    ("vercel token", ("vercel_",), _shape(r"vercel_(?:blob_rw_)?(?=[A-Za-z_]{0,40}\d)[A-Za-z0-9_]{24,120}")),
    ("typeform token", ("tfp_",), _shape(r"tfp_[\w-]{40,80}")),
    ("contentful token", ("CFPAT-",), _shape(r"CFPAT-[\w-]{40,60}")),
    ("airtable token", ("pat",), _shape(r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}")),
    ("nvidia key", ("nvapi-",), _shape(r"nvapi-[\w-]{40,120}")),
    ("tailscale key", ("tskey-",), _shape(r"tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,64}")),
    ("crates.io token", ("cio",), _shape(r"cio(?=[A-Za-z]{0,40}\d)(?=[a-z0-9]{0,40}[A-Z])[A-Za-z0-9]{32}")),
    ("pulumi token", ("pul-",), _shape(r"pul-[a-f0-9]{40}")),
    ("terraform token", (".atlasv1.",), _shape(r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}")),
    ("alibaba key", ("LTAI",), _shape(r"LTAI(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{16,24}")),
    ("tencent key", ("AKID",), _shape(r"AKID(?=[A-Za-z]{0,32}\d)[A-Za-z0-9]{32}")),
    ("posthog key", ("phx_",), _shape(r"phx_[A-Za-z0-9]{40,60}")),
    ("langsmith key", ("lsv2_",), _shape(r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}")),
    ("tavily key", ("tvly-",), _shape(r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,64}")),
    ("together key", ("tgp_v1_",), _shape(r"tgp_v1_[\w-]{30,64}")),
    ("fireworks key", ("fw_",), _shape(r"fw_(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{22,40}")),
    ("bedrock key", ("ABSK",), _shape(r"ABSK[A-Za-z0-9+/]{80,200}={0,2}")),
    ("prefect key", ("pnu_",), _shape(r"pnu_[A-Za-z0-9]{36}")),
    ("readme key", ("rdme_",), _shape(r"rdme_[a-z0-9]{60,80}")),
    ("easypost key", ("EZ",), _shape(r"EZ[AT]K[A-Za-z0-9]{54}")),
    ("adafruit key", ("aio_",), _shape(r"aio_(?=[A-Za-z]{0,28}\d)[A-Za-z0-9]{28}")),
    ("clojars token", ("CLOJARS_",), _shape(r"CLOJARS_[a-z0-9]{60}")),
    ("shippo token", ("shippo_",), _shape(r"shippo_(?:live|test)_[a-f0-9]{40}")),
    (
        "discord token",
        (".",),
        _shape(r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{27,45}"),
    ),
    (
        "webhook address",
        ("webhook.office.com/", "hooks.zapier.com/", "outlook.office.com/webhook"),
        re.compile(
            r"(?:webhook\.office\.com/webhookb2|hooks\.zapier\.com/hooks/catch|outlook\.office\.com/webhook)"
            r"/[\w@/-]{10,400}"
        ),
    ),
)


def redact_shapes(text: str, found: Findings) -> str:
    """Replace provider tokens; the kinds found are added to `found`."""
    for kind, literals, shape in SHAPES:
        if any(literal in text for literal in literals):
            text = shape.sub(replacer(kind, found), text)
    return text


def replacer(kind: str, found: Findings) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        if is_placeholder(match[0]):
            return match[0]
        found.add(kind, match[0])
        return mark(kind)

    return replace
