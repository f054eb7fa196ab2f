"""Statements in German, French, Spanish and Portuguese replace each other as English ones do; in doubt, nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.maintenance.supersession import CERTAIN, DOUBTFUL, EXTENDS, effect_of
from hardwon.maintenance.tongues import in_english
from workbench import DAY_MS, Bench

REPLACED = [
    ("Wir verwenden npm.", "Wir verwenden jetzt pnpm statt npm."),
    ("Wir nutzen npm.", "Ab sofort nutzen wir pnpm."),
    ("Wir benutzen Jenkins.", "Wir sind von Jenkins auf GitHub Actions umgestiegen."),
    ("Wir setzen auf MySQL.", "Wir haben MySQL durch Postgres ersetzt."),
    ("Wir nutzen Jest.", "Statt Jest nutzen wir Vitest."),
    ("Wir nutzen Jest.", "Vitest ersetzt Jest."),
    ("Der Standardbranch ist master.", "Der Standardbranch ist jetzt main."),
    ("Die API läuft auf Port 8000.", "Die API läuft jetzt auf Port 9000."),
    ("Ich wohne in Berlin.", "Ich wohne jetzt in Hamburg."),
    ("Ich arbeite bei Acme.", "Ich arbeite jetzt bei Globex."),
    ("Unsere Datenbank ist MySQL.", "Unsere Datenbank ist jetzt Postgres."),
    ("Nous utilisons npm.", "Nous utilisons désormais pnpm au lieu de npm."),
    ("On utilise npm.", "On utilise maintenant pnpm."),
    ("Nous utilisons Jenkins.", "Nous sommes passés de Jenkins à GitHub Actions."),
    ("Nous utilisons Jest.", "Nous avons remplacé Jest par Vitest."),
    ("La branche par défaut est master.", "La branche par défaut est maintenant main."),
    ("L'API écoute sur le port 8000.", "L’API écoute maintenant sur le port 9000."),
    ("J'habite à Lyon.", "J'habite maintenant à Nantes."),
    ("Je travaille chez Acme.", "Je travaille maintenant chez Globex."),
    ("Usamos npm.", "Ahora usamos pnpm en lugar de npm."),
    ("Usamos Jenkins.", "Hemos migrado de Jenkins a GitHub Actions."),
    ("Utilizamos Jest.", "Reemplazamos Jest por Vitest."),
    ("La rama por defecto es master.", "La rama por defecto es ahora main."),
    ("Vivo en Madrid.", "Ahora vivo en Sevilla."),
    ("Usamos npm.", "Agora usamos pnpm em vez de npm."),
    ("Utilizamos Jenkins.", "Migramos do Jenkins para o GitHub Actions."),
    ("Usamos Jest.", "Trocamos Jest por Vitest."),
    ("O branch padrão é master.", "O branch padrão é main agora."),
    ("Moro em Lisboa.", "Moro em Coimbra agora."),
    ("We use npm.", "Wir verwenden jetzt pnpm."),
    ("Usamos npm.", "We now use pnpm."),
    ("Nous utilisons npm pour les paquets.", "Ahora usamos pnpm para los paquetes."),
]  # fmt: skip
ENDED = [
    ("Wir nutzen Docker.", "Wir nutzen Docker nicht mehr."),
    ("Wir nutzen Docker.", "Wir benutzen kein Docker mehr."),
    ("Nous utilisons Docker.", "Nous n'utilisons plus Docker."),
    ("On utilise Docker.", "On n'utilise plus Docker."),
    ("Usamos Docker.", "Ya no usamos Docker."),
    ("Usamos Docker.", "Dejamos de usar Docker."),
    ("Usamos Docker.", "Não usamos mais Docker."),
    ("Utilizamos Docker.", "Paramos de usar Docker."),
]
LEFT = [
    ("Wir nutzen npm.", "Früher haben wir pnpm benutzt."),
    ("Wir nutzen Redis.", "Wir nutzen auch Memcached."),
    ("Wir nutzen npm.", "Wir verwenden npm und pnpm."),
    ("Wir nutzen npm im Backend.", "Wir nutzen pnpm im Frontend."),
    ("Wir nutzen npm.", "Wir haben npm und yarn durch nichts ersetzt."),
    ("Die API läuft auf Port 8000.", "Der Worker läuft jetzt auf Port 9000."),
    ("Der Import ist langsam.", "Der Import ist schnell."),
    ("Nous utilisons npm.", "Nous utilisions pnpm avant."),
    ("Nous utilisons Redis.", "Nous utilisons aussi Memcached."),
    ("Nous utilisons npm.", "Le client utilise pnpm maintenant."),
    ("Usamos npm.", "Antes usábamos pnpm."),
    ("Usamos Redis.", "También usamos Memcached."),
    ("Usamos npm.", "Usamos npm y pnpm."),
    ("Vivo en Madrid.", "Trabajo en Sevilla."),
    ("Usamos npm.", "Antes usávamos pnpm."),
    ("Usamos Redis.", "Também usamos Memcached."),
    ("We use npm.", "Ils utilisent pnpm maintenant."),
]
ASKED = [
    ("Wir nutzen npm.", "Wir nutzen jetzt pnpm, wenn es schnell gehen muss."),
    ("Wir nutzen npm.", "Vielleicht nutzen wir pnpm."),
    ("Wir nutzen npm.", "Heute nutzen wir pnpm."),
    ("Nous utilisons npm.", "Peut-être nous utilisons pnpm."),
    ("Usamos npm.", "Quizás usamos pnpm."),
    ("Usamos npm.", "Por enquanto usamos pnpm."),
]


@pytest.mark.parametrize(("earlier", "later"), REPLACED)
def test_what_is_used_now_replaces_what_was(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind in CERTAIN


@pytest.mark.parametrize(("earlier", "later"), ENDED)
def test_what_is_used_no_more_ends(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind == "ends"


@pytest.mark.parametrize(("earlier", "later"), LEFT)
def test_what_was_and_what_is_one_thing_more_replaces_nothing(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind not in (*CERTAIN, DOUBTFUL)


@pytest.mark.parametrize(("earlier", "later"), ASKED)
def test_a_plan_a_guess_and_a_condition_replace_nothing_by_themselves(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind not in CERTAIN


def test_one_thing_more_extends() -> None:
    assert effect_of("Wir nutzen Jest.", "Wir nutzen auch Vitest.").kind == EXTENDS


@given(st.text(max_size=150))
def test_any_text_is_read_without_harm(text: str) -> None:
    assert isinstance(in_english(text), str)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [REPLACED[number] for number in (0, 6, 7, 8, 9, 12, 15, 17, 19, 23, 24, 28, 29)],
)
def test_it_does_so_when_it_is_stored(bench: Bench, earlier: str, later: str) -> None:
    [old] = bench.remember(earlier)
    bench.tick(DAY_MS)
    bench.remember(later)
    with bench.engine() as engine:
        assert engine.get(old).status == "retired"
        assert [hit.id for hit in engine.recall(earlier, as_of=bench.now - 1).hits] == [old]
