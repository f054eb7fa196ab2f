"""Names that tell a place from a tool and a person from a firm, where a sentence alone does not. Pure.

None of the lists is whole: what is in none of them is in doubt, and a person is asked.
"""

from __future__ import annotations

import re

from hardwon.maintenance.tool_kinds import kind_of

_PLACES = frozenset(
    " ".join(part.split())
    for part in """
    aachen, aarhus, abidjan, abu dhabi, accra, addis ababa, adelaide, ahmedabad, albania, alberta, algeria, algiers,
    almaty, america, amman, amsterdam, andalusia, angola, ankara, antwerp, arizona, argentina, armenia, asia, athens,
    atlanta, auckland, austin, australia, austria, azerbaijan, baku, bali, baltimore, bangalore, bengaluru, bangkok,
    bangladesh, barcelona, basel, bath, bavaria, beijing, beirut, belarus, belfast, belgium, belgrade, bergen, berlin,
    bern, bilbao, birmingham, bogotá, bogota, bolivia, bologna, bonn, bordeaux, bosnia, boston, boulder, brasília,
    brasilia, bratislava, brazil, bremen, brighton, brisbane, bristol, british columbia, brno, brooklyn, brussels,
    bucharest, budapest, buenos aires, buffalo, bulgaria, cairo, calgary, california, cambodia, cambridge, cameroon,
    canada, canberra, cape town, caracas, cardiff, casablanca, catalonia, charlotte, chennai, chicago, chile, china,
    chiang mai, christchurch, cleveland, cluj, coimbra, cologne, colombia, colombo, colorado, columbus, connecticut,
    copenhagen, cordoba, córdoba, cork, cornwall, costa rica, croatia, cuba, curitiba, cyprus, czechia, the czech
    republic, dakar, dallas, damascus, delhi, denmark, denver, detroit, dhaka, doha, dortmund, dresden, dubai, dublin,
    dundee, durham, düsseldorf, dusseldorf, ecuador, edinburgh, edmonton, egypt, eindhoven, england, espoo, essen,
    estonia, ethiopia, europe, exeter, faro, finland, florence, florida, fortaleza, france, frankfurt, freiburg,
    fukuoka, galway, gdansk, gdańsk, geneva, genoa, georgia, germany, ghana, ghent, glasgow, gothenburg, granada,
    graz, greece, grenoble, groningen, guadalajara, guatemala, haifa, halifax, hamburg, hanoi, hannover, havana,
    hawaii, heidelberg, helsinki, ho chi minh city, hong kong, houston, hungary, hyderabad, iceland, idaho, illinois,
    india, indiana, indianapolis, indonesia, innsbruck, iowa, iran, iraq, ireland, israel, istanbul, italy, izmir,
    jakarta, jamaica, japan, jena, jerusalem, johannesburg, jordan, kansas, kansas city, karachi, karlsruhe,
    kathmandu, kazakhstan, kentucky, kenya, kiel, kigali, kolkata, korea, kraków, krakow, kuala lumpur, kuwait, kyiv,
    kyoto, la paz, lagos, lahore, las vegas, latvia, lausanne, lebanon, leeds, leicester, leiden, leipzig, lille,
    lima, limerick, linz, lisbon, lisboa, lithuania, liverpool, ljubljana, lodz, łódź, london, los angeles, louisiana,
    luanda, luxembourg, luxembourg city, lviv, lyon, maastricht, macedonia, madison, madrid, maine, mainz, malaga,
    málaga, malaysia, malmö, malmo, malta, manchester, manila, mannheim, maputo, marrakesh, marseille, maryland,
    massachusetts, medellín, medellin, melbourne, memphis, mexico, mexico city, miami, michigan, milan, milwaukee,
    minneapolis, minnesota, minsk, mississippi, missouri, moldova, monaco, mongolia, montana, montenegro, montevideo,
    montpellier, montreal, montréal, morocco, moscow, mozambique, mumbai, munich, münchen, münster, nairobi, nantes,
    naples, nashville, nebraska, nepal, netherlands, nevada, new delhi, new hampshire, new jersey, new mexico, new
    orleans, new york, new york city, new zealand, newcastle, nice, nigeria, north carolina, norway, norwich,
    nottingham, nova scotia, nuremberg, nürnberg, oakland, odense, odesa, ohio, oklahoma, ontario, oporto, oregon,
    orlando, osaka, oslo, ottawa, oxford, pakistan, palermo, panama, panama city, paraguay, paris, pennsylvania,
    perth, peru, philadelphia, philippines, phoenix, pisa, pittsburgh, poland, porto, porto alegre, portland,
    portugal, potsdam, poznan, poznań, prague, pretoria, puerto rico, pune, qatar, quebec, québec, queens, quito,
    recife, reading, rennes, reykjavik, rhode island, riga, rio, rio de janeiro, riyadh, romania, rome, rostock,
    rotterdam, russia, rwanda, sacramento, saigon, salt lake city, salvador, salzburg, san antonio, san diego, san
    francisco, san jose, san josé, santiago, são paulo, sao paulo, sapporo, sarajevo, saudi arabia, scotland, seattle,
    senegal, seoul, serbia, seville, shanghai, sheffield, shenzhen, sicily, singapore, skopje, slovakia, slovenia,
    sofia, south africa, south carolina, south korea, southampton, spain, split, sri lanka, st. louis, stockholm,
    strasbourg, stuttgart, sweden, switzerland, sydney, syria, taipei, taiwan, tallinn, tampa, tampere, tanzania,
    tartu, tashkent, tbilisi, tehran, tel aviv, tennessee, texas, thailand, the hague, the netherlands, the uk, the
    us, the usa, the united states, the philippines, thessaloniki, tirana, tokyo, toronto, toulouse, trieste,
    trondheim, tucson, tunis, tunisia, turin, turkey, turku, tuscany, uganda, uk, ukraine, ulm, united kingdom, united
    states, uppsala, uruguay, us, usa, utah, utrecht, valencia, valparaíso, vancouver, venezuela, venice, vermont,
    verona, victoria, vienna, vietnam, vigo, vilnius, virginia, wales, warsaw, washington, washington dc, wellington,
    west virginia, wiesbaden, winnipeg, wisconsin, wroclaw, wrocław, wuppertal, würzburg, wyoming, yerevan, york,
    yokohama, zagreb, zaragoza, zurich, zürich
    """.split(",")  # noqa: SIM905
)
_TOOLS = frozenset(
    """
    airflow angular ansible antd apache argocd arch astro aws azure babel bash bazel bitwarden bootstrap bottle
    bulma c c# c++ cargo cassandra celery chakra cherry chromium circle clickhouse clojure cloudflare cmake
    cockroachdb codex confluence consul couchdb cucumber cursor cypress cython d3 dart dask datadog debian deno
    django docker drupal duckdb dynamodb elasticsearch electron elixir elm ember erlang express f# fabric fastapi
    fastify fedora figma firebase fish flask flink flutter flyway fortran gatsby gcp git go golang gradle grafana
    graphite graphql groovy grpc grunt guix gulp gunicorn gvim hadoop haproxy haskell helm heroku hibernate htmx
    hugo hypothesis influxdb insomnia intellij ionic java javascript jekyll jetty jinja jotai jquery julia jupyter
    k3s k8s kafka keycloak kibana kotlin kubernetes kustomize langchain laravel leptos less linux liquibase litestar
    logstash loki lua luigi macos make mariadb markdown matomo maven memcached mercurial meson minio mobx mongo
    mongodb mongoose mqtt mssql mysql nats neo4j nestjs netlify newrelic next next.js nextjs nginx nim nix nixos
    node node.js nodejs nomad notion numpy nuxt nvm oauth obsidian ocaml okta opensearch openshift opentelemetry
    oracle pandas perl perforce phoenix php playwright podman polars postgres postgresql postman powershell preact
    prettier prometheus protobuf puppet puppeteer pulumi pulsar pydantic pyramid python pytorch qdrant quarkus
    rabbitmq rails react redis redshift redux remix rest ruby rspec rust s3 sass scala scikit-learn selenium sentry
    serverless shell slack snowflake solid solr spark sphinx spinnaker spring sqlalchemy sqlite storybook
    styled-components subversion supabase svelte sveltekit svn swift swagger symfony tailwind tauri tensorflow
    terraform testcafe thrift tilt tmux toml tornado traefik trpc typescript ubuntu uvicorn valkey vault vercel
    vagrant vue vuex wayland wasm webassembly windows wordpress xcode xml yaml zig zod zookeeper zsh zustand
    """.split()  # noqa: SIM905
)
_GIVEN = frozenset(
    """
    aaron adam alan albert alex alexander ali alice amanda amy ana andrea andrew angela anna anne anthony antonio
    barbara ben benjamin bob brian bruno carl carla carlos carol caroline charles charlie chris christina christine
    christopher claire daniel dan dave david deborah diana diego donna dorothy ed edward elena elizabeth emily emma
    eric erin eva felix francisco frank fred gary george grace greg hannah hans harry heather helen henry ian ines
    irene ivan jack jacob james jan jane janet jason jean jeff jennifer jenny jeremy jessica jim joan joe john
    jonathan jorge jose josé joseph joshua juan judy julia julie karen kate katherine kathy keith kelly ken kevin
    klaus larry laura lauren leo linda lisa louis lucas lucy luis luke maggie marco margaret maria marie mario mark
    martha martin mary matt matthew max megan mia michael michelle miguel mike mohammed monica nancy natalie nathan
    nicholas nick nicole nina noah nora oliver olivia oscar pamela patricia patrick paul paula pedro peter phil
    philip rachel ralph raj ray rebecca richard rick rita rob robert roger rosa roy russell ruth ryan sally sam
    samantha samuel sandra sara sarah scott sean sergio sharon simon sofia sophie stefan stephanie stephen steve
    steven sue susan teresa terry theresa thomas tim tina tom tony tracy victor victoria vincent walter wayne wendy
    will william yuki zoe
    """.split()  # noqa: SIM905
)


def is_place(name: str) -> bool:
    """Whether a name is that of a well-known place.

    Args:
        name: in small letters.
    """
    return name in _PLACES


def is_tool(name: str) -> bool:
    """Whether a name is that of a well-known tool, language or service, with or without its version.

    Args:
        name: in small letters.
    """
    bare = re.sub(r" ?v?\d+(?:\.\d+)*$", "", name) or name
    return any(one in _TOOLS or bool(kind_of(one)) for one in (name, bare))


def is_given_name(name: str) -> bool:
    """Whether a name begins like a person's.

    Args:
        name: in small letters.
    """
    return name.split(" ")[0] in _GIVEN
