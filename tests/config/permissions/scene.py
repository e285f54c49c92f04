"""Fixture for permission tests: a user in each role, and an object for every kind of address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Follow, User
from accounts.notices.models import Notice
from accounts.notices.unsubscribing import stop_path
from accounts.services import create_guest
from games.puzzles.puzzle import puzzles, write
from games.replays.review.models import DealReview
from games.rulebook.models import HouseRules
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session, Table
from games.tables.services import opening
from tests.players import Game, Person
from tests.tournaments.clubs.people import Crew, crew, person
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.honest import honest_session
from tests.tournaments.ledger.agreements.rows import (
    agreed_to_session,
    played_for_money,
    waiting_table_with_stake,
)
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import invitations as invitations_services
from tournaments.clubs.services import members, news
from tournaments.clubs.services.club import add_rules
from tournaments.events.calendar.models import EventReader
from tournaments.events.club_nights.services import open_night_table
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.entries.signing_up import enter, enter_by_name
from tournaments.events.guest_links.services import renew_guest_link
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventTable
from tournaments.events.seasons.services import add_events, create_season
from tournaments.events.series.models import EventSeries
from tournaments.events.series.services import Repetition, set_repetition
from tournaments.events.setup.services import open_sign_up
from tournaments.events.substitutes.models import Substitution
from tournaments.ledger.bills.services import BillTerms, answer_share, split_bill
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.dues.services import DuesTerms, agree_to_dues, charge_due, set_dues
from tournaments.ledger.payments import reminders
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import claim
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session
from tournaments.people import invitations
from tournaments.people.models import TableInvitation
from tournaments.ratings import services as ratings

#: For money, so that there are payments with restricted visibility.
STAKE = {"stake_minor": 50, "currency": "HKD"}


@dataclass
class Town:
    """Users by role, and objects by their names in paths."""

    people: dict[str, Person | None]
    places: dict[str, Any]


def two_players(**options: Any) -> RuleSet:
    return RuleSet.make("pagat", {"players": 2, **options})


def begun(host: User, player: User, **terms: Any) -> Game:
    """Return a table of the two players, in its first deal."""
    game = Game.of([host, player], rules=two_players(), bots=False, **terms)
    game.begin()
    return game


def town() -> Town:
    """Create a club with its members, and users outside the club."""
    people = crew(description="Every Tuesday at seven.", **STAKE)
    club = people.club
    host, player = person("hana"), person("pia")
    for each in (host, player):
        Membership.objects.create(club=club, user=each)
    staff = person("stan")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    # As after signing up; otherwise the library adds the row on the first visit of the page.
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each, email=each.email, verified=True, primary=True)
        for each in User.objects.exclude(email="")
    )
    chief = User.objects.create_superuser("sue", password="x")
    for one, other in ((host, player), (player, host)):
        Follow.objects.create(person=one, other=other)
    places = (
        _of_tables(people, host, player)
        | _of_the_club(people, host, player)
        | _of_events(people, host, player)
    )
    places |= _of_money(club, places["other_event"])
    return Town(
        {
            "anonymous": None,
            "guest": Person(people.guest),
            "stranger": Person(people.stranger),
            "member": Person(people.member),
            "player": Person(player),
            "host": Person(host),
            "organizer": Person(people.organizer),
            "owner": Person(people.owner),
            "staff": Person(staff),
            "superuser": Person(chief),
        },
        places,
    )


def _of_tables(people: Crew, host: User, player: User) -> dict[str, Any]:
    shared = begun(host, player)
    shut = begun(host, player, spectators=False)
    of_club = begun(host, player, club=people.club.pk, joining="members")
    waiting = Game.of([host, create_guest()], rules=two_players(), bots=False, joining="anyone")
    asked = opening.open_table(host, rules=two_players(), rules_name="pagat", bots=False)
    assert invitations.invite(host, asked.slug, player) is None
    house = HouseRules.objects.create(owner=host, name="Ours", options=two_players().to_options())
    finished = honest_session([host, player, None, None], club=people.club)
    hidden = honest_session([host, player, None, None])
    Table.objects.filter(pk=hidden.table_id).update(spectators=False)
    ending = {"step": 0, "puzzle": write(puzzles()[1]), "best": "", "answer": None}
    DealReview.objects.create(
        deal=finished.deals.get(number=1), seat=0, user=host,
        status=DealReview.Status.READY, endings=[ending],
    )  # fmt: skip
    paid = played_for_money([host, player], (30, -30), club=people.club)
    coming = waiting_table_with_stake([host, player])
    coming_session = Session.objects.get(table=coming.table)
    # A result that the player has not agreed to.
    waits = PendingResult.objects.create(
        source="session", session=finished, user=player, name="pia", currency="HKD",
        stake_minor=50, points=-2, amount=-100,
        parts=[{"user": host.pk, "name": "hana", "amount": 100}],
    )  # fmt: skip
    settle_session(paid.pk)
    corrected = SessionCorrection.objects.create(
        session=paid, before=[30, -30], nets=[20, -20], reason="Misread",
        proposed_by=people.organizer, lapses_at=timezone.now() + timedelta(days=7),
    )  # fmt: skip
    for each in (finished, hidden):
        ratings.rate_session(each.pk)
    return {
        "table": shared.table.slug,
        "shut": shut.table.slug,
        "clubs_table": of_club.table.slug,
        "waiting": waiting.table.slug,
        "asked": asked.slug,
        "invited": TableInvitation.objects.get().pk,
        "finished": finished.table.slug,
        "paid": paid.table.slug,
        "session_correction": corrected.pk,
        "hidden": hidden.table.slug,
        "house": house.slug,
        "settlement": Settlement.objects.get().slug,
        "agreement": agreed_to_session(player, coming_session).pk,
        "waiting_result": waits.pk,
    }


def _of_the_club(people: Crew, host: User, player: User) -> dict[str, Any]:
    club, owner = people.club, Person(people.owner).caller
    token: Any = invitations_services.invite_by_link(owner, club.pk)
    asker, invited = person("asa"), person("ivo")
    assert members.ask_to_join(Person(asker).caller, club.pk) is None
    by_name: Any = invitations_services.invite_by_name(owner, club.pk, username=invited.username)
    assert news.write_news(owner, club.pk, title="Tonight", text="Bring cards.") is None
    kept = HouseRules.objects.create(
        owner=people.owner, name="The club's", options=two_players().to_options()
    )
    assert add_rules(owner, club.pk, kept.slug) is None
    return {
        "club": club.slug,
        "token": token.token,
        "named_token": by_name.token,
        "invitation": token.pk,
        "request": club.requests.get().pk,
        "news": club.news.get().pk,
        "kept_slug": club.house_rules.get().slug,
        "mei": people.member.pk,
        "oscar": people.organizer.pk,
        "olga": people.owner.pk,
    }


def _of_events(people: Crew, host: User, player: User) -> dict[str, Any]:
    def entered(evening: Evening) -> Evening:
        for each in (host, player):
            evening.people.append(Person(each))
            assert enter(evening.people[-1].caller, evening.event.pk) is None
        return evening

    draft = Evening.of(people, name="Draft")
    open_one = entered(Evening.of(people, name="Open").well(open_sign_up))
    running = entered(Evening.of(people, name="Running").well(open_sign_up)).with_bots(6)
    running.all_here().well(proposal.start_event)
    proposed = running.event.slug
    done = entered(
        Evening.of(people, name="Done", format_settings={"rounds": 1}).well(open_sign_up)
    )
    done.with_bots(2).all_here().well(proposal.start_event).well(
        publication.publish_round
    ).play_round()
    table = EventTable.objects.get(round__event=done.event)
    night = Night.of(people).well(open_sign_up).well(proposal.start_event)
    night.people = [Person(host), Person(player)]
    night_table: Any = open_night_table(night.people[0].caller, night.event.pk)
    paper = PaperEvening.open(people, name="Paper").well(open_sign_up)
    entered(paper)
    for name in ("Aunt 1", "Aunt 2"):
        paper.well(enter_by_name, name)
    paper.all_here().well(check_in_all).well(proposal.start_event)
    paper.well(publication.publish_round)
    same = Evening.of(
        people, name="Same packs", format_name="duplicate", format_settings={"rounds": 2}, deals=1
    )
    entered(same.well(open_sign_up)).with_bots(2).all_here().well(proposal.start_event)
    waits = {"reason": "Misread", "lapses_at": timezone.now() + timedelta(days=7)}
    corrected = EventCorrection.objects.create(
        event_table=table, before=[0, 0, 0, 0], nets=[1, -1, 0, 0], proposed_by=people.organizer,
        **waits,
    )  # fmt: skip
    seat = paper.table().seats.get(entry__user=player)
    substitution = Substitution.objects.create(
        seat=seat, player=player, substitute=host, name="hana", asked_by=people.organizer
    )
    season: Any = create_season(Person(people.organizer).caller, people.club, name="2026")
    assert add_events(Person(people.organizer).caller, season.pk, open_one.event.pk) is None
    open_one.well(renew_guest_link).well(set_repetition, Repetition("week"))
    series = EventSeries.objects.get()
    reader = EventReader.objects.create(user=player, calendar_token="t0ken")
    notice = Notice.objects.filter(user=player).first()
    assert notice is not None
    return {
        "draft": draft.event.slug,
        "event": open_one.event.slug,
        "proposed": proposed,
        "done": done.event.slug,
        "result": table.pk,
        "correction": corrected.pk,
        "substitution": substitution.pk,
        "entry": done.event.entries.get(user=player).number,
        "night": night.event.slug,
        "night_table": night_table.slug,
        "night_number": night_table.night_table.number,
        "paper": paper.event.slug,
        "sheet": paper.table().pk,
        "same": same.event.slug,
        "season": season.slug,
        "season_event": season.events.get().pk,
        "other_event": done.event.pk,
        "guest_link": open_one.event.guest_link.token,
        "series": series.pk,
        "series_date": series.next_date(series.first_date),
        "feed": reader.calendar_token,
        "notice": notice.pk,
        "notice_token": stop_path(player.pk, "event-new").split("/")[-2],
    }


def _of_money(club: Club, event_id: int) -> dict[str, Any]:
    transfer = Settlement.objects.get().transfers.get()
    payer = transfer.payer.user
    assert claim(Person(payer).caller, transfer.pk, 1) is None
    of_event = Settlement.objects.create(source="event", event=event_id, club=club, stake_minor=1)
    of_club = Settlement.objects.create(source="club", club=club, currency="HKD", stake_minor=0)
    day = timezone.localdate() + timedelta(days=3)
    assert (
        reminders.set_reminder(Person(payer).caller, transfer.pk, day, is_for_payer=False) is None
    )
    payee = transfer.payee.user
    pizza: Any = split_bill(
        Person(payee).caller,
        club.pk,
        BillTerms("Pizza", 3800, "HKD", payee.pk, {payee.pk: 1900, payer.pk: 1900}),
    )
    keeper = club.memberships.get(role="owner").user
    assert set_dues(Person(keeper).caller, club.pk, DuesTerms(5000, "HKD", "month", 1)) is None
    dues = club.dues.get()
    assert agree_to_dues(Person(payee).caller, club.pk, dues.digest) is None
    charge_due(timezone.now() + timedelta(days=40))
    room: Any = split_bill(
        Person(payee).caller, club.pk, BillTerms("Room", 1000, "HKD", payee.pk, {payer.pk: 1000})
    )
    assert answer_share(Person(payer).caller, room.pk, is_accepted=True) is None
    return {
        "bill": pizza.slug,
        "dues_terms": dues.digest,
        "bill_settlement": Settlement.objects.get(source="bill").slug,
        "dues_settlement": Settlement.objects.filter(source="dues").earliest("pk").slug,
        "payment": transfer.pk,
        "event_settlement": of_event.slug,
        "club_settlement": of_club.slug,
        "said": Payment.objects.get().pk,
        "reminder": transfer.reminders.get().pk,
    }
