"""Corrections above a loser's agreed maximum, which wait for that player's agreement."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.urls import reverse

from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import Party, current
from tests.players import Person
from tests.tournaments.agreements import with_maximum
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.corrections.test_corrections import (
    correct,
    nets_of,
    place_of,
    settled_event,
)
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper.test_by_desk import a_day_later
from tests.tournaments.events.paper.test_by_desk import settled_event as settled_paper_event
from tests.tournaments.events.settling.test_settlement import check_fully_settled, settled
from tournaments.clubs.models import Membership
from tournaments.events import upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import (
    confirm_correction,
    correction_role,
    correction_seats,
    decline_correction,
)
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.services import write_deal
from tournaments.ledger.book.models import Account

_EVENT = Agreement.Subject.EVENT
#: Cards left of one seat and the following ones: the next one won, and ten cards count double.
LEFT = (10, 0, 1, 2)


def terms(event: Event, made: EventCorrection, user) -> str:
    """Return the terms in the form that the correction's page shows to the user."""
    seats = correction_seats(made)
    role = correction_role(made, event, seats, user)
    return ",".join(each.digest for each in role.to_agree)


def agree(evening: Evening, made: EventCorrection, user, shown: str | None = None) -> object:
    made.refresh_from_db()
    said = terms(evening.event, made, user) if shown is None else shown
    return confirm_correction(Person(user).caller, evening.event.pk, made.pk, terms=said)


def maximum(evening: Evening, user) -> int:
    return current(_EVENT, evening.event.pk)[Party(user.pk)].max_loss


def loses(evening: Evening, user, points: int, *others) -> dict[int, int]:
    """Return nets with which the user and each of the others lose these points to one player."""
    places = [place_of(evening, each) for each in (user, *others)]
    nets = dict.fromkeys(nets_of(evening), 0) | dict.fromkeys(places, -points)
    winner = next(each for each in nets if each not in places)
    return nets | {winner: points * len(places)}


@pytest.fixture
def evening(crew) -> Evening:
    """A finished event in which the first player agreed to lose at most HK$50.00."""
    made = settled_event(crew, plays=False)
    with_maximum(_EVENT, made.event.pk, made.people[0].user, 5_000)
    return made


@pytest.fixture
def loser(evening):
    return evening.people[0].user


@pytest.mark.every_database
def test_a_correction_above_the_max_loss_waits_for_the_players_agreement(evening, loser):
    before = nets_of(evening)
    made = correct(evening, loses(evening, loser, 51))
    assert isinstance(made, EventCorrection)
    assert (nets_of(evening), len(settled(evening.event))) == (before, 1)
    assert agree(evening, made, loser) is None
    assert nets_of(evening) == loses(evening, loser, 51)
    check_fully_settled(evening.event)
    held = current(_EVENT, evening.event.pk)[Party(loser.pk)]
    assert (held.given, held.max_loss) == ("correction", 5_100)
    account = Account.objects.get(user=loser)
    assert account.lines.order_by("number").last().after == -5_100


def test_a_correction_up_to_the_max_loss_applies_at_once(evening, loser):
    assert correct(evening, loses(evening, loser, 50)) is None


def test_a_correction_beyond_the_rules_is_refused_without_asking(evening, loser):
    answer = correct(evening, loses(evening, loser, 99_999))
    assert refused(answer, EventCode.BEYOND_RULES)


def test_agreeing_to_outdated_terms_is_refused(evening, loser):
    made = correct(evening, loses(evening, loser, 51))
    for shown in ("", "0" * 32):
        answer = agree(evening, made, loser, shown)
        assert refused(answer, EventCode.TERMS_CHANGED)
    assert maximum(evening, loser) == 5_000


def test_only_the_losing_player_can_agree(evening, loser, crew):
    made = correct(evening, loses(evening, loser, 51))
    shown = terms(evening.event, made, loser)
    for user in (crew.organizer, crew.owner, evening.people[1].user, crew.member):
        answer = agree(evening, made, user, shown)
        assert refused(answer, EventCode.NOT_YOURS_TO_CONFIRM)
    assert maximum(evening, loser) == 5_000


@pytest.mark.every_database
def test_every_player_above_their_max_loss_has_to_agree(evening, loser):
    other = evening.people[1].user
    with_maximum(_EVENT, evening.event.pk, other, 100)
    before = nets_of(evening)
    made = correct(evening, loses(evening, loser, 51, other))
    assert agree(evening, made, loser) is None
    assert nets_of(evening) == before
    # Until it takes effect the old maximum applies.
    assert maximum(evening, loser) == 5_000
    assert refused(agree(evening, made, loser), EventCode.NOT_YOURS_TO_CONFIRM)
    assert agree(evening, made, other) is None
    assert nets_of(evening) == loses(evening, loser, 51, other)
    assert (maximum(evening, loser), maximum(evening, other)) == (5_100, 5_100)
    check_fully_settled(evening.event)


@pytest.mark.parametrize("ends", ["declined", "lapsed"])
def test_a_declined_or_lapsed_correction_changes_nothing(evening, loser, ends):
    other = evening.people[1].user
    with_maximum(_EVENT, evening.event.pk, other, 100)
    before = nets_of(evening)
    made = correct(evening, loses(evening, loser, 51, other))
    assert agree(evening, made, loser) is None
    if ends == "declined":
        answer = decline_correction(Person(other).caller, evening.event.pk, made.pk)
        assert answer is None
    else:
        EventCorrection.objects.update(lapses_at=F("lapses_at") - timedelta(days=7))
        upkeep.sweep()
    made.refresh_from_db()
    assert (made.outcome, nets_of(evening)) == (ends, before)
    assert maximum(evening, loser) == 5_000
    assert len(settled(evening.event)) == 1
    told = Notice.objects.get(kind="event.correction", user=loser)
    assert told.params["state"] == ends


def test_a_player_has_to_agree_again_after_their_max_loss_changes(evening, loser):
    other = evening.people[1].user
    with_maximum(_EVENT, evening.event.pk, other, 100)
    made = correct(evening, loses(evening, loser, 51, other))
    assert agree(evening, made, loser) is None
    # The first player's maximum changes before the other player answers.
    with_maximum(_EVENT, evening.event.pk, loser, 4_000)
    assert agree(evening, made, other) is None
    made.refresh_from_db()
    assert made.is_open
    assert agree(evening, made, loser) is None
    assert nets_of(evening) == loses(evening, loser, 51, other)


def test_a_correction_in_the_organizers_favour_also_needs_a_second_organizer(crew):
    evening = settled_event(crew)
    loser, other = evening.people[0].user, evening.people[1].user
    with_maximum(_EVENT, evening.event.pk, loser, 100)
    wanted = dict.fromkeys(nets_of(evening), 0) | {
        place_of(evening, crew.organizer): 60,
        place_of(evening, loser): -30,
        place_of(evening, other): -30,
    }
    before = nets_of(evening)
    made = correct(evening, wanted)
    # A second organizer answers after the players who have to agree to more.
    owner = Person(crew.owner)
    assert refused(agree(evening, made, owner.user), EventCode.NOT_YOURS_TO_CONFIRM)
    assert agree(evening, made, loser) is None
    assert nets_of(evening) == before
    assert agree(evening, made, owner.user) is None
    assert nets_of(evening) == wanted
    check_fully_settled(evening.event)


def test_an_organizer_who_loses_more_agrees_for_themselves(crew):
    evening = settled_event(crew)
    with_maximum(_EVENT, evening.event.pk, crew.organizer, 100)
    made = correct(evening, loses(evening, crew.organizer, 30))
    assert isinstance(made, EventCorrection)
    assert agree(evening, made, crew.organizer) is None
    assert nets_of(evening) == loses(evening, crew.organizer, 30)


def test_the_losing_player_sees_the_result_and_max_loss_before_and_after(evening, loser):
    before = nets_of(evening)[place_of(evening, loser)]
    made = correct(evening, loses(evening, loser, 51))
    url = reverse("event_correction", args=[evening.event.slug, made.pk])
    shown = page(browser(loser), url)
    assert "Total result" in shown
    for amount in (f"HK${abs(before)}.00", "−HK$51.00", "HK$50.00", "HK$51.00"):
        assert amount in shown, amount
    assert "Agree to a max. loss of HK$51.00" in shown
    other = page(browser(evening.people[1].user), url)
    name = evening.event.entries.get(user=loser).name
    assert f"This correction takes effect only if {name} agrees to a higher maximum loss." in other
    assert "HK$" not in other
    assert 'value="confirm"' not in other
    # Without the page's terms there is no agreement.
    browser(loser).post(url, {"do": "confirm"})
    assert maximum(evening, loser) == 5_000
    client = browser(loser)
    posted = {"do": "confirm", "terms": terms(evening.event, made, loser)}
    assert "Correction confirmed." in client.post(url, posted, follow=True).content.decode()
    assert maximum(evening, loser) == 5_100
    agreed = page(client, reverse("agreements"))
    assert "You agreed to a corrected result." in agreed


def test_the_losing_player_is_notified_of_the_old_and_new_max_loss(evening, loser):
    correct(evening, loses(evening, loser, 51))
    shown = page(browser(loser), "/")
    assert (
        "You agreed to a maximum loss of HK$50.00. This correction takes effect only if you agree"
        " to HK$51.00."
    ) in shown
    notice = Notice.objects.get(kind="event.correction", user=loser)
    other = Notice.objects.get(kind="event.correction", user=evening.people[1].user)
    assert "higher" not in other.params
    assert notice.mail == other.mail
    assert not mail.outbox


# --- With real cards


#: A deal per seat that costs it 57 points.
LOST = [
    WrittenDeal(winner=(place + 1) % 4, left=tuple(LEFT[(each - place) % 4] for each in range(4)))
    for place in range(4)
]


def test_a_corrected_deal_above_the_max_loss_waits_for_the_players_agreement(crew):
    evening = settled_paper_event(crew)
    table = evening.table()
    loser = evening.at(table, 3).user
    with_maximum(_EVENT, evening.event.pk, loser, 6_300)
    made = evening.as_desk(table, 1, LOST[3], version=1, reason="typo")
    assert made.takes_effect_at is None
    a_day_later()
    upkeep.sweep()
    assert evening.nets(table)[3] == -63
    # A player who confirms it changes nothing for the loser.
    assert agree(evening, made, evening.at(table, 0).user) is None
    assert evening.nets(table)[3] == -63
    assert agree(evening, made, loser) is None
    assert evening.nets(table)[3] == -114
    assert maximum(evening, loser) == 11_400
    check_fully_settled(evening.event)


def test_the_responsible_organizer_agrees_for_a_player_without_an_account(crew):
    evening = settled_paper_event(crew, named=1)
    table = evening.table()
    seat = table.seats.get(entry__user=None)
    name = seat.entry.name
    with_maximum(_EVENT, evening.event.pk, crew.organizer, 100, answers_for=name)
    nets = evening.nets(table)
    deal = LOST[seat.place]
    second = person("second")
    Membership.objects.create(club=crew.club, user=second, role="organizer")
    made = write_deal(
        Person(second).caller, evening.event.pk, table.pk, 1, deal, version=1, reason="typo"
    )
    assert isinstance(made, EventCorrection), sentence(made)
    assert made.takes_effect_at is None
    a_day_later()
    upkeep.sweep()
    assert evening.nets(table) == nets
    shown = page(
        browser(crew.organizer), reverse("event_correction", args=[evening.event.slug, made.pk])
    )
    assert f"{name}’s loss would exceed the maximum you agreed to" in shown
    assert agree(evening, made, crew.organizer) is None
    assert evening.nets(table)[seat.place] < nets[seat.place]
    check_fully_settled(evening.event)
    held = current(_EVENT, evening.event.pk)[Party(None, name)]
    assert (held.given, held.user) == ("correction", crew.organizer)
