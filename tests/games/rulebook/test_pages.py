"""The pages of rules and the house rules editor."""

import json
import re
from random import Random
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from accounts.models import User
from games.rulebook import house_rules
from games.rulebook.models import HouseRules
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from tests.games.rulebook.editor.support import form_data, preset_draft
from tests.games.rulebook.support import RULES, page
from tests.players import SOME_RULES, SPECIAL_RULES
from tests.proofs import size

pytestmark = pytest.mark.django_db


def check_markup(html):
    assert "data-card=" not in html
    assert "style=" not in html
    assert "<style" not in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_gallery_leads_to_every_preset(client):
    html = page(client, reverse("rules"))
    check_markup(html)
    for name, preset in PRESETS.items():
        assert reverse("rules_preset", args=[name]) in html
        assert preset.title.replace("'", "&#x27;") in html


def test_the_gallery_begins_with_how_to_play_and_regional_variants(client):
    html = page(client, reverse("rules"))
    titles = re.findall(r'class="rules-group">([^<]*)<', html)
    assert titles == [
        "Regional variants",
        "More rules for four players",
        "Three players",
        "Two players",
        "Five players",
        "Eight players",
    ]
    assert html.index(">How to play<") < html.index(">Regional variants<")
    assert f'href="{reverse("learn")}"' in html
    assert "Choh Dai Di" in html


def test_each_gallery_card_has_its_tags_and_a_link_to_read_it(client):
    html = page(client, reverse("rules"))
    card = html[html.index("<h3>Taiwan (bombs)</h3>") :]
    card = card[: card.index("</form>")]
    tags = re.findall(r'<li class="tag">([^<]*)</li>', card)
    assert tags == ["4 players", "no three of a kind", "no flushes", "bombs", "winner takes all"]
    url = reverse("rules_preset", args=["taiwan_today"])
    assert re.search(rf'href="{url}"\s+aria-label="Read Taiwan \(bombs\)"', card)


@pytest.mark.parametrize("name", [*SOME_RULES, *SPECIAL_RULES])
def test_each_preset_has_a_page(client, name):
    html = page(client, reverse("rules_preset", args=[name]))
    check_markup(html)
    assert html.count("data-face=") > 100
    for chapter in ("deal", "combinations", "play", "scoring"):
        assert f'id="rules-{chapter}"' in html


@pytest.mark.parametrize("name", ["unknown", "PAGAT", "pagat-2"])
def test_an_unknown_preset_has_no_page(client, name):
    assert client.get(reverse("rules_preset", args=[name])).status_code == 404


def test_a_head_request_for_the_gallery_is_answered(client):
    assert client.head(reverse("rules")).status_code == 200


def test_the_gallery_and_each_preset_page_offer_to_play_and_change_it(client):
    gallery = page(client, reverse("rules"))
    pages = {name: page(client, reverse("rules_preset", args=[name])) for name in SOME_RULES}
    for name in PRESETS:
        for html in (gallery, pages.get(name, gallery)):
            assert f'href="{reverse("house_rules_new")}?from={name}"' in html
            assert f'name="rules" value="{name}"' in html


def test_pressing_play_twice_opens_one_table_with_the_preset(client):
    html = page(client, reverse("rules_preset", args=["lukang"]))
    key = re.search(r'name="opening_key" value="([^"]+)"', html)[1]
    for _ in range(2):
        client.post(reverse("play_now"), {"opening_key": key, "rules": "lukang"})
    assert Table.objects.get().rules_name == "lukang"


def test_a_table_for_friends_can_be_opened_with_the_rules_of_a_page(client):
    url = f"{reverse('table_new')}?rules=lukang"
    assert f'href="{url}"' in page(client, reverse("rules_preset", args=["lukang"]))
    assert f'href="{url}"' in page(client, f"{reverse('home')}?rules=lukang")
    assert re.search(r'value="lukang"[^>]*checked', page(client, url))


def test_visitors_with_the_link_can_read_house_rules(client, friday):
    html = page(client, friday.get_absolute_url())
    for text in ("Friday", "House rules by ada", "You can’t play three of a kind on its own."):
        assert text in html
    assert "Each two left doubles the loss." in html
    assert f'value="http://testserver{friday.get_absolute_url()}"' in html
    assert "Copy to my rules" in html
    assert reverse("house_rules_edit", args=[friday.slug]) not in html
    assert 'id="rules-scoring"' in html


def test_the_page_offers_the_owner_to_edit_and_delete(client, ada, friday):
    client.force_login(ada)
    html = page(client, friday.get_absolute_url())
    for name in ("house_rules_edit", "house_rules_delete"):
        assert reverse(name, args=[friday.slug]) in html
    assert "Copy to my rules" not in html


def test_house_rules_are_listed_only_for_their_owner(client, ada, bo, friday):
    url = friday.get_absolute_url()
    assert url not in page(client, reverse("rules"))
    client.force_login(bo)
    assert url not in page(client, reverse("rules"))
    client.force_login(ada)
    html = page(client, reverse("rules"))
    assert url in html
    assert html.index("Your house rules") < html.index("Regional variants")


def test_the_gallery_needs_no_more_queries_for_many_house_rules(
    client, ada, django_assert_max_num_queries
):
    client.force_login(ada)
    house_rules.save(ada, "one", "pagat", RULES)
    client.get(reverse("rules"))
    with django_assert_max_num_queries(3):
        client.get(reverse("rules"))
    for name in ("two", "three"):
        house_rules.save(ada, name, "pagat", RULES)
    with django_assert_max_num_queries(3):
        client.get(reverse("rules"))


@pytest.mark.parametrize("name", ["house_rules", "house_rules_edit", "house_rules_delete"])
def test_unknown_house_rules_are_not_found(client, name):
    assert client.get(reverse(name, args=["nosuchrules"])).status_code == 404


def form(**changes):
    """Return the editor's form: the options of Hong Kong with changes."""
    return {"base": "hong_kong", "name": "Friday", "save": "1", "triples": "no", **changes}


def test_a_visitor_who_saves_house_rules_becomes_a_guest(client):
    response = client.post(reverse("house_rules_new"), form())
    saved = HouseRules.objects.get()
    assert response.url == saved.get_absolute_url()
    assert saved.owner.is_guest
    assert saved.rules.triples is False
    assert "Edit" in page(client, response.url)


def test_a_guest_who_saves_again_stays_the_same_user(client):
    for name in ("one", "two"):
        client.post(reverse("house_rules_new"), form(name=name))
    assert User.objects.count() == 1
    assert HouseRules.objects.count() == 2


def test_a_bad_name_keeps_the_input_and_creates_no_guest(client):
    response = client.post(reverse("house_rules_new"), form(name="Hong Kong"))
    html = response.content.decode()
    assert response.status_code == 422
    assert "already the name of a rule set" in html
    assert 'value="Hong Kong"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert not User.objects.exists()


def test_a_visitor_over_the_guest_limit_keeps_the_input(client, settings):
    settings.GUEST_RATE = "1/hour"
    client.post(reverse("house_rules_new"), form())
    client.logout()
    response = client.post(reverse("house_rules_new"), form(name="Saturday"))
    html = response.content.decode()
    assert response.status_code == 429
    assert 'value="Saturday"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert HouseRules.objects.count() == 1


def test_conflicting_rules_are_not_saved(client):
    response = client.post(reverse("house_rules_new"), form(scoring="placement", play_on="no"))
    assert response.status_code == 422
    html = response.content.decode()
    assert html.count("Playing on until one player is left and scoring by finishing place") == 2
    assert not HouseRules.objects.exists()


def test_an_owner_edits_house_rules_without_changing_tables(client, ada, friday):
    client.force_login(ada)
    url = reverse("house_rules_edit", args=[friday.slug])
    html = page(client, url)
    assert 'value="Friday"' in html
    assert re.search(r'id="option-double_per_two-yes"[^>]* checked', html)
    client.post(reverse("play_now"), {"rules": friday.choice})
    response = client.post(url, form(name="Sunday", flushes="no"))
    assert response.url == friday.get_absolute_url()
    found = house_rules.find(friday.slug)
    assert (found.name, found.rules.flushes) == ("Sunday", False)
    table = Table.objects.get()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == RULES


def test_a_signed_out_owner_keeps_the_input_and_can_save_a_copy(client, friday):
    url = reverse("house_rules_edit", args=[friday.slug])
    response = client.post(url, form(name="Sunday", valid="{}"))
    html = response.content.decode()
    assert response.status_code == 422
    assert "Save to keep your own copy" in html
    assert 'value="Sunday"' in html
    assert f'action="{reverse("house_rules_new")}"' in html
    assert house_rules.find(friday.slug).name == "Friday"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Hong Kong"}, "already the name of a rule set"),
        (
            {"name": "Sunday", "scoring": "placement", "play_on": "no"},
            "Playing on until one player is left and scoring by finishing place",
        ),
    ],
)
def test_an_edit_that_is_refused_keeps_the_input_and_the_rules(client, ada, friday, sent, said):
    client.force_login(ada)
    response = client.post(reverse("house_rules_edit", args=[friday.slug]), form(**sent))
    html = response.content.decode()
    assert response.status_code == 422
    assert said in html
    assert f'value="{sent["name"]}"' in html
    found = house_rules.find(friday.slug)
    assert (found.name, found.rules) == ("Friday", RULES)


@pytest.mark.parametrize("name", ["house_rules_edit", "house_rules_delete"])
def test_only_the_owner_is_offered_to_change_house_rules(client, bo, friday, name):
    client.force_login(bo)
    for send in (client.get, client.post):
        response = send(reverse(name, args=[friday.slug]), follow=True)
        assert response.redirect_chain == [(friday.get_absolute_url(), 302)]
        assert "Only the owner can change these rules." in response.content.decode()
    assert HouseRules.objects.get() == friday


def test_deleting_house_rules_asks_for_confirmation(client, ada, friday):
    client.force_login(ada)
    url = reverse("house_rules_delete", args=[friday.slug])
    assert "Delete “Friday”?" in page(client, url)
    assert HouseRules.objects.exists()
    assert client.post(url).url == reverse("rules")
    assert not HouseRules.objects.exists()


def test_a_visitor_who_copies_house_rules_becomes_a_guest(client, friday):
    url = reverse("house_rules_copy", args=[friday.slug])
    response = client.post(url)
    copied = HouseRules.objects.exclude(pk=friday.pk).get()
    assert response.url == copied.get_absolute_url()
    assert copied.owner.is_guest
    assert copied.rules == RULES


def test_a_copy_over_the_limit_is_denied_with_a_message(client, bo, friday, monkeypatch):
    monkeypatch.setattr(house_rules, "MAX_RULES", 0)
    client.force_login(bo)
    response = client.post(reverse("house_rules_copy", args=[friday.slug]), follow=True)
    assert "You’ve reached the limit" in response.content.decode()


def test_a_visitor_over_the_guest_limit_copies_nothing(client, friday, settings):
    settings.GUEST_RATE = "1/hour"
    url = reverse("house_rules_copy", args=[friday.slug])
    assert client.post(url).status_code == 302
    client.logout()
    assert client.post(url).status_code == 429
    assert HouseRules.objects.count() == 2


def test_a_guest_who_creates_an_account_keeps_their_house_rules(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    client.post(reverse("house_rules_new"), form())
    guest = User.objects.get()
    passwords = {"password1": "correct horse 9", "password2": "correct horse 9"}
    data = {"username": "grace", "email": "grace@example.org", **passwords}
    client.post(reverse("keep_account"), data)
    guest.refresh_from_db()
    assert not guest.is_guest
    assert [saved.name for saved in house_rules.own(guest)] == ["Friday"]


def test_names_of_house_rules_are_escaped(client, ada):
    saved = house_rules.save(ada, "<b>Friday</b>", "pagat", RULES)
    client.force_login(ada)
    for url in (
        saved.get_absolute_url(),
        reverse("rules"),
        reverse("home"),
        reverse("house_rules_edit", args=[saved.slug]),
        reverse("house_rules_delete", args=[saved.slug]),
    ):
        assert "<b>Friday" not in page(client, url)


def test_the_share_link_leads_back_to_the_page(client, friday):
    html = page(client, friday.get_absolute_url())
    address = re.search(r'id="share-link" readonly value="([^"]+)"', html)[1]
    assert "Friday" in page(client, urlsplit(address).path)


def test_a_removed_base_preset_is_replaced_by_the_basic_game(client, ada, friday):
    HouseRules.objects.update(base="gone")
    client.force_login(ada)
    for url in (friday.get_absolute_url(), reverse("house_rules_edit", args=[friday.slug])):
        assert PRESETS["pagat"].title in page(client, url)


def test_the_page_shows_the_error_of_a_row_once_at_its_fields(client):
    data = form_data(preset_draft(), **{"multipliers-from-2": "60"})
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert html.count("enter a whole number from 2 to 52.") == 1
    assert html.count('aria-describedby="factor-2-error"') == 2
    assert "Fix before saving" in html


def test_the_editor_begins_with_a_preset(client):
    html = client.get(reverse("house_rules_new"), {"from": "taiwan"}).content.decode()
    assert 'name="base" value="taiwan"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert "Only the loser pays" in html
    for name in ("triples", "guard", "payment"):
        assert OPTIONS[name].question in html
    assert OPTIONS["flush_order"].question not in html
    assert client.get(reverse("house_rules_new"), {"from": "vietnam"}).status_code == 404


@pytest.mark.parametrize("preset", ["pagat", "indonesia", "two_players_stock", "seven_card"])
def test_the_editor_has_unique_ids_and_valid_label_references(client, preset):
    html = client.get(reverse("house_rules_new"), {"from": preset}).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert " style=" not in html
    for target in re.findall(r'<label[^>]* for="([^"]+)"', html):
        assert target in ids
    for group in re.findall(r'aria-(?:describedby|labelledby)="([^"]+)"', html):
        assert set(group.split()) <= set(ids), group


def test_a_change_in_the_editor_returns_updated_fields_and_prose(client):
    data = form_data(preset_draft("hong_kong"), triples="no")
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert "<html" not in html
    assert "1 change from Hong Kong" in html
    assert 'id="editor-words" hx-swap-oob="innerHTML"' in html
    assert "Three of a kind" in html
    assert json.loads(re.search(r'name="valid" value="([^"]+)"', html)[1].replace("&quot;", '"'))[
        "triples"
    ] is (False)


def test_a_conflict_shows_an_error_at_both_fields_and_the_last_valid_rules(client):
    data = form_data(preset_draft("taiwan"), scoring="deuces")
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert (
        html.count("This option works only when a loss is based on the number of cards left.") == 2
    )
    assert html.count('aria-invalid="true"') == 2
    assert "These options conflict" in html
    assert "The preview shows your last valid rules." in html
    assert "Only the loser pays" in html


def test_without_javascript_a_button_shows_the_rules(client, db):
    data = form_data(preset_draft("hong_kong"), triples="no", name="Friday", show="1")
    response = client.post(reverse("house_rules_new"), data)
    html = response.content.decode()
    assert response.status_code == 200
    assert "1 change from Hong Kong" in html
    assert 'value="Friday"' in html
    assert not HouseRules.objects.exists()


def test_a_draft_needs_no_query(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.post(reverse("house_rules_draft"), form_data(preset_draft()))


@pytest.mark.proof
def test_random_form_data_is_answered_without_an_error(client):
    random = Random(5)
    values = ["", "0", "yes", "x" * 300, "\x00", "-1", "99999999999", "٣", "[[["]
    names = [*OPTIONS, "valid", "base", "multipliers-from-2", "multipliers-by-1"]
    for _ in range(size("rules editor: random forms")):
        data = {name: random.choice(values) for name in random.sample(names, 8)}
        assert client.post(reverse("house_rules_draft"), data).status_code == 200


def test_enabling_frequent_dragons_shows_a_warning(client):
    data = form_data(preset_draft("two_players"), dragon_wins="yes")
    html = client.post(reverse("house_rules_draft"), data).content.decode()
    assert 'class="option-warning" id="option-dragon_wins-warning"' in html
    assert "With hands of 17 cards, about 3 deals in 100 end at once with a dragon." in html
    data = form_data(preset_draft("two_players"))
    assert "option-warning" not in client.post(reverse("house_rules_draft"), data).content.decode()
