"""A club with names and amounts of the greatest width, for browser tests of its pages."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

#: The first has the greatest width, the second the same in Chinese; half of them are one word.
NAMES = (
    "Bartholomew Montgomery W",
    "鋤大弟之友陳大文與李小明一起打牌真的很開心呀",
    "Wilhelmina-Maximiliana-W",
    "WWWWWWWWMMMMMMMMWWWWWWWW",
    "María de los Ángeles Núñ",
    "Nguyễn Phương Thảo Trinh",
    "Jo",
    "Mr. Featherstonehaugh-Ch",
)
CLUB = "The Worshipful Company of Big Two Players of Wellington Harb"
EVENT = "Grand Midsummer Championship of the Western Harbour District"


def crowded(seed: int = 1) -> dict[str, Any]:
    """Create the club, with games, money, an event and a season.

    :param seed: seed of the cards in the replay
    :return: session keys of browsers ("owner", "player"), and paths by content
    """
    from django.db import transaction

    from accounts.models import User
    from accounts.notices.unsubscribing import stop_path
    from accounts.services import mark_seen
    from games.puzzles.puzzle import puzzles, write
    from games.replays.review.models import DealReview
    from games.rulebook.models import HouseRules
    from games.rules.cards import cards_text
    from games.rules.deal.actions import Pass, action_text
    from games.rules.ruleset.rule_set import RuleSet
    from games.tables.services import opening
    from tests.players import Game, Person
    from tests.tournaments.clubs.people import Crew
    from tests.tournaments.events import agreed
    from tests.tournaments.events.evening import Evening
    from tests.tournaments.events.paper_evening import PaperEvening
    from tests.tournaments.events.rows import staged_event
    from tests.tournaments.rows import finished_session
    from tournaments.clubs.models import Club, Membership
    from tournaments.clubs.services import club as club_services
    from tournaments.clubs.services import invitations, news
    from tournaments.events.entries.checking_in import check_in_all
    from tournaments.events.guest_links.services import renew_guest_link
    from tournaments.events.round_clock.services import pause_clock, start_clock
    from tournaments.events.rounds import proposal, publication
    from tournaments.events.seasons.services import add_events, create_season
    from tournaments.events.series.services import Repetition, set_repetition
    from tournaments.events.setup.services import open_sign_up
    from tournaments.events.substitutes.services import replace_player
    from tournaments.ledger.bills.services import BillTerms, split_bill
    from tournaments.ledger.dues.services import DuesTerms, set_dues
    from tournaments.ledger.settling.models import Settlement
    from tournaments.ledger.settling.services import settle_session
    from tournaments.ratings import services as ratings

    def make(number: int, name: str) -> User:
        return User.objects.create_user(
            f"crowd{number}", email=f"crowd{number}@example.org", display_name=name
        )

    users = [make(number, name) for number, name in enumerate(NAMES)]
    owner = users[0]
    desk = Person(owner)
    club = club_services.create(desk.caller, name=CLUB, description="Every Tuesday at seven. " * 8)
    assert isinstance(club, Club), club
    for user in users[1:]:
        Membership.objects.create(club=club, user=user)
    invited: Any = invitations.invite_by_link(desk.caller, club.pk)
    news.write_news(desk.caller, club.pk, title=EVENT, text="Bring cards, and a friend. " * 9)

    # Played deal by deal, for large amounts.
    money = {"stake_minor": 123_450, "currency": "HKD"}
    game = Game.of(
        users[:4], rules="pagat", club=club.pk, joining="members", deals_planned=2, **money
    )
    game.begin()
    # Always the same deal: measurements must not depend on the cards.
    pack = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]
    Random(seed).shuffle(pack)
    game.rig(*(" ".join(pack[place::4]) for place in range(4)), leader=0)
    session = game.finished()
    settle_session(session.pk)
    ratings.rate_session(session.pk)
    # As if the owner's pass had been the turn of a puzzle, which they missed. In this deal everyone
    # passes; in the next one, whose cards are not known, perhaps not.
    seat, first = session.seats.get(user=owner).number, session.deals.get(number=1)
    texts = [action.text for action in first.actions.all()]
    missed = puzzles()[1]
    ending = {
        "step": texts.index(action_text(Pass(seat))),
        "puzzle": write(missed),
        "best": cards_text(missed.best),
        "answer": cards_text(
            next(cards for cards in missed.lines if cards not in (0, missed.best))
        ),
    }
    DealReview.objects.create(
        deal=first, seat=seat, user=owner, status=DealReview.Status.READY, endings=[ending]
    )
    for deals in ([(900, -300, -300, -300)] * 3, [(-1200, 400, 400, 400), (30, -10, -10, -10)]):
        row = finished_session(users[:4], *deals, club=club, **money)
        for seat in row.seats.all():
            seat.name = seat.user.shown_name
            seat.save(update_fields=["name"])
        settle_session(row.pk)
        ratings.rate_session(row.pk)
    settlement = Settlement.objects.get(session=session)

    # Dues, and a bill that waits for answers.
    assert set_dues(desk.caller, club.pk, DuesTerms(1_234_500, "HKD", "quarter", 5, EVENT)) is None
    shares = {each.pk: 1_234_567 for each in users[:6]}
    terms = BillTerms(EVENT, sum(shares.values()), "HKD", owner.pk, shares)
    bill: Any = split_bill(desk.caller, club.pk, terms)

    # House rules, and tables with these rules that wait for players.
    house = HouseRules.objects.create(
        owner=owner, name=EVENT, options=RuleSet.make("hong_kong").to_options()
    )
    for user in users[:2]:
        mark_seen(user)
        opening.open_table(user, rules=house.rules, rules_name=EVENT, joining="anyone", **money)
    opening.open_solo_table(owner, rules=house.rules, rules_name=EVENT)

    # An event in its second round, in a season.
    def evening(name: str, people: list[User] = users, **terms: Any) -> Evening:
        made = Evening.of(
            Crew(club, owner, owner, owner, owner, owner),
            **{"name": name, "description": "Bring a pen. " * 12, **terms},
        )
        made.well(open_sign_up)
        for user in people:
            made.people.append(Person(user))
            assert agreed.enter(made.event, made.people[-1]) is None
        return made

    running = evening(
        EVENT,
        rules=RuleSet.make("hong_kong"),
        rules_name="hong_kong",
        stake_minor=25_000,
        currency="HKD",
    )
    running.all_here().well(proposal.start_event).well(publication.publish_round).play_round()
    # A round in play, with a substitute; without those whose pages are looked at.
    playing = evening("Derby of " + EVENT[:60], users[2:6], clock="quick")
    playing.all_here().well(proposal.start_event).well(publication.publish_round)
    playing.well(replace_player, 1, users[6], "had to go")
    ahead = evening("Autumn Cup of " + CLUB[:40], starts_at=_soon())
    ahead.well(renew_guest_link).well(set_repetition, Repetition("week"))
    # An event with real cards, whose clock is paused so that its pages stand still.
    cards = PaperEvening.open(running.crew, name="Cards of " + CLUB[:40]).well(open_sign_up)
    for name in NAMES[2:7]:
        cards.named(name)
    cards.all_here().well(check_in_all).well(proposal.start_event)
    cards.well(publication.publish_round).well(start_clock).well(pause_clock)
    with transaction.atomic():
        season = create_season(desk.caller, club, name="Season of " + EVENT[:40])
    assert not hasattr(season, "code"), season
    for each in (running, ahead):
        add_events(desk.caller, season.pk, each.event.pk)
    # A knock-out after its final, and groups before their last round.
    first = [{1: 900, 2: 40, 3: -440, 4: -500}, {5: 412, 6: 12, 7: -24, 8: -400}]
    final = [{1: -30, 2: 10, 5: 10, 6: 10}, {3: 400, 4: -200, 7: -100, 8: -100}]
    knock_out, groups = (
        staged_event(
            Crew(club, owner, owner, owner, owner, owner),
            rounds,
            stages,
            [f"{number} {name}"[:40] for number, name in enumerate(NAMES[:8], 1)],
            format=format_name,
            settings=settings,
            status=status,
            are_bots=True,
        )
        for rounds, stages, format_name, settings, status in (
            (
                [first, final],
                ["knock_out", "final"],
                "knock_out",
                {"consolation": True},
                "finished",
            ),
            ([first, first], ["group"] * 2, "groups", {"groups": 2, "group_rounds": 3}, "running"),
        )
    )
    return {
        "knock_out": f"/events/{knock_out.slug}/",
        "groups": f"/events/{groups.slug}/",
        "owner": desk.key,
        "player": Person(users[1]).key,
        "stranger": Person(make(99, "Somebody Else Altogether")).key,
        "club": f"/clubs/{club.slug}/",
        "start": f"/events/start/{club.slug}/",
        "invitation": f"/clubs/join/{invited.token}/",
        "member": f"/clubs/{club.slug}/members/{users[2].pk}/",
        "session": f"/tables/{game.table.slug}/sessions/1/",
        "replay": f"/tables/{game.table.slug}/sessions/1/deals/1/",
        "own_puzzle": f"/puzzles/deals/{game.table.slug}/1/1/{ending['step']}/",
        "settlement": settlement.get_absolute_url(),
        "bill": bill.get_absolute_url(),
        "payment": f"/payments/{settlement.transfers.first().pk}/",
        "event": f"/events/{running.event.slug}/",
        "playing": f"/events/{playing.event.slug}/",
        "ahead": f"/events/{ahead.event.slug}/",
        "cards": f"/events/{cards.event.slug}/",
        "guest": ahead.event.guest_link.get_absolute_url(),
        "new_event": f"/events/new/{club.slug}/",
        "house": house.get_absolute_url(),
        "season": f"/seasons/{season.slug}/",
        "news": f"/clubs/{club.slug}/news/{club.news.get().pk}/",
        "stop": stop_path(users[1].pk, "event-new"),
    }


def _soon() -> Any:
    from django.utils import timezone

    return timezone.now() + timedelta(days=9)
