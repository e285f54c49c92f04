"""Tests of migrations without wording."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import models

from accounts.models import User
from games.common.autodetector import Autodetector


def detects(field, other) -> bool:
    detector = Autodetector.__new__(Autodetector)
    return detector.deep_deconstruct(field) != detector.deep_deconstruct(other)


def test_wording_of_a_field_needs_no_migration_but_its_column_does():
    field = models.CharField("name", max_length=10, help_text="Shown.", choices=[("a", "first")])
    assert not detects(field, models.CharField("title", max_length=10))
    assert detects(field, models.CharField("name", max_length=11))


@pytest.mark.django_db
def test_changed_wording_of_a_model_needs_no_migration(monkeypatch):
    monkeypatch.setattr(User._meta.get_field("display_name"), "verbose_name", "other words")
    monkeypatch.setitem(User._meta.original_attrs, "verbose_name", "other words")
    said = StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=said)
    assert "No changes detected" in said.getvalue()


@pytest.mark.django_db
def test_a_changed_column_needs_a_migration(monkeypatch):
    monkeypatch.setattr(User._meta.get_field("display_name"), "max_length", 7)
    with pytest.raises(SystemExit):
        call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())
