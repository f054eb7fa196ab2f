"""The suggested model follows the language the memories are written in."""

from __future__ import annotations

import pytest

from hardwon.embedders import DEFAULT_MODEL, known_models, suggest_model
from hardwon.embedders.languages import CHINESE, MULTILINGUAL

ENGLISH = [
    "Run the tests with the database container up.",
    "getUserById throws when the cache is cold; see src/users.ts",
    "Never push to main before the checks are green.",
    "pnpm install --frozen-lockfile",
]


@pytest.mark.parametrize(
    ("texts", "model"),
    [
        ([], DEFAULT_MODEL),
        (ENGLISH, DEFAULT_MODEL),
        (["npm run build", "src/hardwon/store.py", "ECONNREFUSED 127.0.0.1:5432"], DEFAULT_MODEL),
        (["在运行测试之前先启动数据库容器。", "不要直接推送到主分支。"], CHINESE),
        (["用 pnpm 安装依赖，不要用 npm。", "构建镜像时需要 libssl。"], CHINESE),
        (["テストの前にデータベースを起動する。", "メインには直接プッシュしない。"], MULTILINGUAL),
        (["테스트 전에 데이터베이스를 시작한다."], MULTILINGUAL),
        (["Перед тестами запусти базу данных."], MULTILINGUAL),
        (["Antes de las pruebas hay que levantar la base de datos.", "No se usa npm en este proyecto."], MULTILINGUAL),
        (["Vor den Tests muss die Datenbank laufen.", "Nicht auf den Hauptzweig schieben."], MULTILINGUAL),
        ([*ENGLISH, *ENGLISH, "La clave no está en el repositorio."], DEFAULT_MODEL),
        ([*ENGLISH, "Los tests van con la base de datos.", "Se usa pnpm para todo."], MULTILINGUAL),
    ],
)
def test_the_model_fits_the_language(texts: list[str], model: str) -> None:
    assert suggest_model(texts) == model


def test_every_suggested_model_is_one_that_can_be_chosen() -> None:
    pytest.importorskip("fastembed")
    known = {model.name: model for model in known_models()}
    assert {DEFAULT_MODEL, MULTILINGUAL, CHINESE} <= known.keys()
    assert known[DEFAULT_MODEL].dimensions == 384
    assert known[DEFAULT_MODEL].licence == "apache-2.0"
    assert 50 <= known[DEFAULT_MODEL].megabytes <= 120
