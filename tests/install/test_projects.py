"""Deleting a project's data takes along what it was called before, and what was decided about its folders."""

from __future__ import annotations

from pathlib import Path

from hardwon.binding import bind, register
from hardwon.engine import moving, open_engine

from .conftest import Site

NEW = "repo:git.example/me/shop"


def learn(site: Site, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    with open_engine(site.environ, str(folder)) as engine:
        engine.remember(f"Learnt in {folder.name}")
        bind(str(folder), site.paths, keep=True)


def moved(site: Site) -> None:
    """A project that got another name since it was installed."""
    learn(site, site.project)
    site.install()
    moving.begin(site.paths, f"path:{site.project}", NEW, at=1, place=str(site.project))


def test_the_last_project_leaves_nothing_behind(site: Site) -> None:
    moved(site)
    site.uninstall(purge_data=True)
    assert not Path(site.paths.data).exists()


def test_one_project_of_several_goes_with_its_earlier_names(site: Site) -> None:
    moved(site)
    other = site.home / "other"
    learn(site, other)
    site.uninstall(purge_data=True)
    for name in (f"path:{site.project}", NEW):
        assert not Path(site.paths.project_dir(name)).exists()
        assert register.read_record(site.paths, name) is None
    assert register.read_place(site.paths, str(site.project)) is None
    assert register.read_place(site.paths, str(other)) is not None
    with open_engine(site.environ, str(other)) as engine:
        assert [one.content for one in engine.list()[0]] == ["Learnt in other"]
