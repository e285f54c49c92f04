"""Static files as served to browsers."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from config import statics
from config.settings import STORAGES


@pytest.fixture
def static_root(settings, tmp_path: Path) -> Path:
    """Return the folder with our own static files, collected as at a start."""
    settings.STORAGES = STORAGES
    settings.STATIC_ROOT = str(tmp_path / "static")
    # Without the admin's many files, whose collection takes a second.
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    statics.collect()
    return tmp_path / "static"


@pytest.mark.django_db
def test_files_of_a_page_are_immutable_and_compressed(static_root):
    client = Client(headers={"accept-encoding": "gzip"})
    page = Client().get("/").content.decode()
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert len(addresses) >= 5
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer["Cache-Control"]
        if address.endswith((".css", ".js", ".svg")) and "early" not in address:
            assert answer["Content-Encoding"] == "gzip"


@pytest.mark.django_db
def test_a_page_loads_one_stylesheet_and_two_scripts(static_root):
    page = Client().get("/").content.decode()
    assert page.count('rel="stylesheet"') == 1
    assert page.count("<script") == 2


def test_a_stylesheet_names_its_fonts_and_court_cards_with_digests(static_root):
    (sheet,) = static_root.glob("built/table.????????????.css")
    named = set(re.findall(r'url\("?(\.\./[^")]+)', sheet.read_text()))
    assert any("cards/KS." in path for path in named)
    for path in named:
        assert re.search(r"\.[0-9a-f]{12}\.", path)
        assert (sheet.parent / path).exists()


@pytest.mark.parametrize("lost", ["staticfiles.json", "built/table.????????????.css"])
def test_missing_files_are_collected_again(static_root, lost):
    (file,) = static_root.glob(lost)
    file.unlink()
    statics.collect()
    assert file.exists()


def test_the_folder_contains_only_static_files(static_root):
    assert not [path for path in static_root.iterdir() if "collected" in path.name]


def test_files_are_collected_again_only_if_they_changed(
    static_root, settings, tmp_path, monkeypatch
):
    source = tmp_path / "source"
    source.mkdir()
    (source / "new.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    calls = []

    def called(*arguments: object, **options: object) -> None:
        calls.append(arguments)
        call_command(*arguments, **options)

    monkeypatch.setattr(statics, "call_command", called)
    statics.collect()
    statics.collect()
    assert len(calls) == 1
    (source / "new.css").write_text("b{}")
    statics.collect()
    assert len(calls) == 2
    assert len(list(static_root.glob("new.????????????.css"))) == 2


def test_a_failure_to_collect_files_is_reported_in_one_sentence(settings, tmp_path):
    from config import embedded

    (tmp_path / "static").write_text("not a folder")
    settings.STATIC_ROOT = str(tmp_path / "static")
    with pytest.raises(embedded.CannotStart, match="Could not write the static files"):
        embedded.collect_statics()
