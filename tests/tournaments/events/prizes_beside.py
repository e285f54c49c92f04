"""Events with an entry fee and prizes on a running site, for browser tests."""

from collections.abc import Sequence
from typing import Any


def club_with_players(people: int = 4) -> dict[str, Any]:
    """Create a club that bears losses up to a limit; return its slug and session keys."""
    from accounts.models import User
    from tests.players import Person
    from tests.tournaments.clubs.people import play_house
    from tournaments.clubs.models import Club, Membership
    from tournaments.clubs.services import club as club_services

    taken = User.objects.filter(username__startswith="payer").count()
    host = Person(User.objects.create_user(f"payers-host-{taken}"))
    club = club_services.create(host.caller, name=f"Harbour Club {taken}")
    assert isinstance(club, Club), club
    play_house(club, "HKD")
    keys = []
    for number in range(taken + 1, taken + people + 1):
        user = User.objects.create_user(f"payer{number}")
        Membership.objects.create(club=club, user=user)
        keys.append(Person(user).key)
    return {"club": club.slug, "organizer": host.key, "players": keys}


def play_event(slug: str, ranking: Sequence[str] = ()) -> str:
    """Play an event with real cards that is open for sign-up; return its settlement's URL.

    :param ranking: display names of the players of its only table, the best first; any order
        without
    """
    from tests.players import Person
    from tests.tournaments.clubs.people import Crew
    from tests.tournaments.events.paper_evening import PaperEvening
    from tournaments.events.core.models import Event
    from tournaments.events.paper.deal import WrittenDeal
    from tournaments.events.rounds import proposal, publication
    from tournaments.events.settling.services import settle_event, settlements_of

    event = Event.objects.select_related("club", "created_by").get(slug=slug)
    evening = PaperEvening(Crew(event.club, *(event.created_by,) * 5), event)
    entered = event.entries.select_related("user").order_by("number")
    evening.people = [Person(each.user) for each in entered]
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    for table in evening.tables():
        deals: tuple[WrittenDeal, ...] = ()
        if ranking:
            seats = table.seats.select_related("entry__user").order_by("place")
            left = [ranking.index(each.entry.user.display_name) for each in seats]
            deals = (WrittenDeal(winner=left.index(0), left=tuple(left)),) * event.deals
        evening.play_sheet(table, *deals)
    proposal.propose_round(event.pk)
    settle_event(event.pk)
    return settlements_of(event.pk)[0].get_absolute_url()
