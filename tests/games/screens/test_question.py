"""The question before a session whose maximum loss is above the player's limit."""

import re

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts import stake_limits
from accounts.models import User
from games.agreements.models import Agreement
from games.common.denials import Denial
from games.rulebook import house_rules
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.rule_set import RuleSet
from games.screens import opening
from games.screens.lobby.presenter import ANYTHING, line
from games.screens.lobby.state import lobby_state
from games.screens.question import question_of
from games.screens.table.controls import controls_of
from games.screens.table.state import table_state
from games.tables import max_loss
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Seat, Session, Table
from games.tables.services import opening as opening_services
from games.tables.services import rematch, seating, starting
from tests.players import Person, open_by_form, terms_in_page

pytestmark = pytest.mark.django_db

# 39 points a deal: 4 × 39 × HK$2 = HK$312.
FORM = {
    "rules": "classic", "deals": "4", "stake": "2", "currency": "HKD", "clock": "none",
    "joining": "anyone", "seating": "drawn", "bots": "on",
}  # fmt: skip
STAKE = {
    "rules": RuleSet.make("classic"),
    "rules_name": "classic",
    "deals_planned": 4,
    "stake_minor": 200,
    "currency": "HKD",
}
ASKED = "You could lose up to HK$312.00 in this game. Your limit is HK$100.00."


@pytest.fixture
def limited_member(client, member):
    stake_limits.set_limit(member, "HKD", 10_000)
    client.force_login(member)
    return member


@pytest.fixture
def table():
    host = User.objects.create_user("bo")
    return opening_services.open_table(host, **STAKE, joining=Table.Joining.ANYONE)


def consent_in(html):
    """Return the value that the page's consent button sends."""
    return re.search(r'name="agreed" value="([^"]+)"', html)[1]


def test_a_member_playing_against_bots_is_not_asked(client, limited_member):
    answer = client.post(reverse("play_now"), FORM)
    assert answer.url == Table.objects.get().get_absolute_url()


def test_a_form_above_the_limit_is_kept_and_asks_for_consent(client, limited_member):
    answer = open_by_form(client, FORM)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert ASKED in html
    assert "Take the seat anyway?" in html
    assert 'value="classic" checked' in html
    assert re.search(r'name="stake"[^>]* value="2"|value="2"[^>]* name="stake"', html)
    assert not Table.objects.exists()
    answer = client.post(reverse("table_new"), FORM | {"agreed": consent_in(html)})
    assert answer.url == Table.objects.get().get_absolute_url()


def test_consent_does_not_apply_to_a_form_that_was_changed_since(client, limited_member):
    said = consent_in(client.post(reverse("table_new"), FORM).content.decode())
    html = client.post(reverse("table_new"), FORM | {"stake": "3", "agreed": said}).content.decode()
    assert "up to HK$468.00" in html
    assert not Table.objects.exists()


@pytest.mark.parametrize("shown", [{}, {"shown": "31199 HKD"}, {"shown": "31200 EUR"}])
def test_a_host_sees_the_max_loss_before_the_table_opens(client, member, shown):
    client.force_login(member)
    answer = client.post(reverse("table_new"), FORM | shown)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "You could lose up to HK$312.00 in this game. Open the table if you agree." in html
    assert not Table.objects.exists()
    found = re.search(r'name="shown" value="([^"]+)"', html)[1]
    assert client.post(reverse("table_new"), FORM | {"shown": found}).status_code == 302
    (agreement,) = Agreement.objects.all()
    assert (agreement.user, agreement.max_loss) == (member, 31_200)


def test_house_rules_whose_max_loss_has_risen_open_no_table(client, member):
    """Rules of a club or another member may be changed by others."""
    kept = house_rules.save(member, "Kitchen rules", "pagat", RuleSet.make())
    client.force_login(member)
    sent = FORM | {"rules": kept.choice}
    html = client.post(reverse("table_worst"), sent).content.decode()
    shown = re.search(r'name="shown" value="([^"]+)"', html)[1]
    house_rules.overwrite(kept, "Kitchen rules", RuleSet.make(options={"multipliers": "1:4"}))
    assert client.post(reverse("table_new"), sent | {"shown": shown}).status_code == 422
    assert not Table.objects.exists()


def test_pressing_enter_in_a_field_gives_no_consent(client, limited_member):
    """Enter presses the first button of a form."""
    html = client.post(reverse("table_new"), FORM).content.decode()
    form = html[html.index('class="paper"') :]
    assert "Open table" in re.findall(r"<button[^>]*>([^<]+)", form)[0]


def test_a_seat_above_the_limit_leads_to_the_question(client, limited_member, table):
    answer = client.post(reverse("table_sit", args=[table.slug]), {"seat": "2"})
    assert answer.url == reverse("table_agree", args=[table.slug]) + "?seat=2"
    html = client.get(answer.url).content.decode()
    assert ASKED in html
    sent = {"seat": "2", "agreed": consent_in(html), "terms": terms_in_page(html)}
    assert 'name="seat" value="2"' in html
    answer = client.post(reverse("table_sit", args=[table.slug]), sent)
    assert answer.url == table.get_absolute_url()
    assert Seat.objects.get(user=limited_member).number == 2


def test_the_table_page_leads_to_the_question_too(client, limited_member, table):
    url = reverse("table_sit", args=[table.slug])
    answer = client.post(url, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == reverse("table_agree", args=[table.slug])


def test_the_question_page_leads_to_the_table_if_there_is_nothing_to_ask(client, member, table):
    url = reverse("table_agree", args=[table.slug])
    assert client.get(url).url == table.get_absolute_url()
    client.force_login(member)
    assert client.get(url).url == table.get_absolute_url()
    assert client.get(reverse("table_agree", args=["nothing"])).status_code == 404


def test_a_player_above_the_limit_is_asked_at_the_table_before_a_rematch(limited_member, table):
    person = Person(limited_member)
    assert person.asks(seating.sit, table, None, agreed=Cost(31_200, "HKD")) is None
    assert Person(User.objects.get(username="bo")).asks(starting.start, table) is None
    Session.objects.update(status=Session.Status.FINISHED)
    Table.objects.update(phase=Table.Phase.FINISHED)
    shown = table_state(table.pk)
    denial = person.asks(rematch.play_again, table)
    controls = controls_of(shown.snapshot, shown.seat_of(limited_member), refusal=denial)
    assert controls.question.said == ASKED
    assert controls.question.agreed == "31200 HKD"
    assert controls.refusal == ""


def test_only_a_denial_above_the_limit_becomes_a_question():
    assert question_of(Denial(TableCode.FULL)) is None
    assert question_of(None) is None


# --- Where the worst case is shown


def test_a_waiting_table_for_money_shows_its_max_loss(client, table):
    html = client.get(table.get_absolute_url()).content.decode()
    assert "max. loss HK$312.00" in html
    (shown,) = lobby_state().open_to(frozenset())
    assert line(shown, ANYTHING).worst == "max. loss HK$312.00"
    assert "max. loss HK$312.00" in client.get(reverse("lobby")).content.decode()


def test_a_table_for_points_shows_no_max_loss(client, table):
    free = opening_services.open_table(table.host, joining=Table.Joining.ANYONE)
    assert "max. loss" not in client.get(free.get_absolute_url()).content.decode()
    assert line(lobby_state().open_to(frozenset())[0], ANYTHING).worst == ""


def max_loss_shown(client, **changes):
    html = client.post(reverse("table_worst"), FORM | changes).content.decode()
    return html.partition("<input")[0]


def test_the_form_shows_the_max_loss_while_it_is_filled_in(client, member):
    client.force_login(member)
    assert max_loss_shown(client) == "max. loss HK$312.00"
    assert max_loss_shown(client, target="10") == "max. loss HK$96.00"
    assert max_loss_shown(client, stake="", currency="") == ""
    assert max_loss_shown(client, stake="many") == ""


def test_a_visitor_who_cannot_play_for_money_sees_no_max_loss(client):
    assert max_loss_shown(client) == ""


def test_requests_for_the_max_loss_are_rate_limited(client, member, monkeypatch):
    monkeypatch.setattr(opening, "MAX_LOSS_RATE", "2/hour")
    client.force_login(member)
    assert [max_loss_shown(client) for _ in range(2)] == ["max. loss HK$312.00"] * 2
    answer = client.post(reverse("table_worst"), FORM)
    assert answer.status_code == 429
    assert "The maximum loss will show again in 60 minutes." in answer.content.decode()
    # The table can still be opened; the form shows the amount first.
    answer = client.post(reverse("table_new"), FORM)
    assert answer.status_code == 422
    assert "max. loss HK$312.00" in answer.content.decode()
    assert client.post(reverse("table_new"), FORM | {"shown": "31200 HKD"}).status_code == 302
    # The limit is per member.
    client.force_login(User.objects.create_user("bo"))
    assert max_loss_shown(client) == "max. loss HK$312.00"


@pytest.fixture
def no_search(monkeypatch):
    """Nothing finds out any more what rules can cost."""

    def search(_rules):
        raise AssertionError("it was to be stored")

    return lambda: monkeypatch.setattr(max_loss, "max_deal_loss", search)


def test_the_max_loss_of_a_table_is_stored_with_it(client, table, no_search):
    assert (table.max_loss, table.sessions.get().max_loss) == (39, 39)
    no_search()
    assert "max. loss HK$312.00" in client.get(table.get_absolute_url()).content.decode()
    assert "max. loss HK$312.00" in client.get(reverse("lobby")).content.decode()


def test_a_table_without_a_stored_max_loss_shows_the_same_amount(client, table):
    Table.objects.update(max_loss=None)
    Session.objects.update(max_loss=None)
    assert "max. loss HK$312.00" in client.get(table.get_absolute_url()).content.decode()
    assert "max. loss HK$312.00" in client.get(reverse("lobby")).content.decode()


def test_a_rematch_takes_over_the_stored_max_loss(member, table):
    people = [Person(member), Person(table.host)]
    assert people[0].asks(seating.sit, table, None) is None
    assert people[1].asks(starting.start, table) is None
    Session.objects.update(status=Session.Status.FINISHED)
    Table.objects.update(phase=Table.Phase.FINISHED)
    for each in people:
        User.objects.filter(pk=each.user.pk).update(seen_at=timezone.now())
        assert each.asks(rematch.play_again, table) is None
    assert table.sessions.get(number=2).max_loss == 39


def test_the_max_loss_of_house_rules_is_stored_with_them(client, member, no_search):
    rules = RuleSet.make(options={"multipliers": "1:2"})
    kept = house_rules.save(member, "Kitchen rules", "pagat", rules)
    first = kept.max_loss
    assert first == max_deal_loss(rules)
    dearer = RuleSet.make(options={"multipliers": "1:4"})
    kept = house_rules.overwrite(kept, "Kitchen rules", dearer)
    kept.refresh_from_db()
    assert kept.max_loss == max_deal_loss(dearer) > first
    no_search()
    client.force_login(member)
    amount = f"{kept.max_loss * 4 * 2:,}.00"
    assert amount in max_loss_shown(client, rules=kept.choice)


def test_the_max_loss_is_computed_before_the_transaction(client, member, monkeypatch):
    """On SQLite a transaction keeps all other writers waiting."""
    seen = []
    search = max_loss.max_deal_loss

    def found(rules):
        seen.append(len(connection.savepoint_ids))
        return search(rules)

    monkeypatch.setattr(max_loss, "max_deal_loss", found)
    client.force_login(member)
    open_by_form(client, FORM)
    assert Table.objects.get().max_loss == 39
    # The test itself is one.
    assert set(seen) == {0}


def test_no_user_sees_the_limit_of_another(client, limited_member, table):
    person = Person(limited_member)
    assert person.asks(seating.sit, table, None, agreed=Cost(31_200, "HKD")) is None
    for user in (None, User.objects.get(username="bo")):
        if user is not None:
            client.force_login(user)
        else:
            client.logout()
        for url in (table.get_absolute_url(), reverse("lobby"), reverse("home")):
            html = client.get(url).content.decode()
            assert "HK$100" not in html
            assert "limit is" not in html
