"""Navigation of the settings and the account menu."""

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from accounts.settings_menu import SECTIONS, settings_menu

pytestmark = pytest.mark.django_db
PAGES = [page.name for section in SECTIONS for page in section.pages]


@pytest.fixture
def member() -> User:
    return User.objects.create_user("ada", password="x")


def menu_of(html: str) -> str:
    [found] = re.findall(r'<nav class="settings-menu".*?</nav>', html, re.DOTALL)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_each_settings_page_shows_the_sections_and_marks_its_own_link(client, member, name):
    client.force_login(member)
    menu = menu_of(client.get(reverse(name)).content.decode())
    for section in SECTIONS:
        assert f'href="{reverse(section.pages[0].name)}"' in menu
    assert f'href="{reverse(name)}" aria-current="page"' in menu


def test_a_further_step_belongs_to_its_page(client, member):
    client.force_login(member)
    menu = menu_of(client.get(reverse("payee_scheme", args=["epc"])).content.decode())
    assert f'href="{reverse("payee_details")}" aria-current="page"' in menu


def test_guests_and_pages_that_are_no_settings_have_no_such_navigation(client, member):
    client.force_login(member)
    assert "settings-menu" not in client.get(reverse("home")).content.decode()
    client.force_login(create_guest())
    assert "settings-menu" not in client.get(reverse("profile")).content.decode()


@pytest.mark.parametrize("url_name", ["home", "payee", None])
def test_a_page_in_the_layout_of_the_settings_need_not_be_one(url_name):
    request = SimpleNamespace(resolver_match=SimpleNamespace(url_name=url_name))
    assert settings_menu({"request": request, "user": User(pk=7)}) is None


@pytest.mark.parametrize("is_guest", [False, True])
def test_the_account_menu_has_at_most_five_entries(client, member, is_guest):
    client.force_login(create_guest() if is_guest else member)
    html = client.get(reverse("home")).content.decode()
    [menu] = re.findall(r'class="menu-user".*?</ul>', html, re.DOTALL)
    assert menu.count("<li>") <= 5
    assert reverse("profile") in menu
