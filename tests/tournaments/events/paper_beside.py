"""An event with real cards on a running site, for browser tests."""

PEOPLE = ("Mei-Ling", "Bartholomew", "Ada", "Jo")
NAMED = ("Aunt May", "Uncle Bo", "Grandmother", "Mr. Featherstonehaugh")


def open_paper_event(deals: int = 3, rules: str = "pagat") -> dict[str, str]:
    """Seat eight players, half of them without an account; return addresses and session keys.

    The keys are the organizer's and those of two players of one table.
    """
    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from tests.players import Person
    from tests.tournaments.clubs.people import Crew
    from tests.tournaments.events import agreed
    from tests.tournaments.events.paper_evening import PaperEvening
    from tournaments.clubs.models import Club, Membership
    from tournaments.clubs.services import club as club_services
    from tournaments.events.entries.checking_in import check_in_all
    from tournaments.events.rounds import proposal, publication
    from tournaments.events.setup.services import open_sign_up

    def person(name: str) -> Person:
        # A second call needs other players, since no player can be at two tables.
        taken = User.objects.filter(username__startswith=name).count()
        own = f"{name}{taken + 1}" if taken else name
        return Person(User.objects.create_user(own, email=f"{own}@example.org"))

    host = person("Olga-of-the-paper")
    club = club_services.create(host.caller, name="Harbour Club")
    assert isinstance(club, Club), club
    crew = Crew(club, *(host.user,) * 5)
    evening = PaperEvening.open(
        crew, name="Evening with real cards", rules=RuleSet.make(rules), rules_name=rules,
        deals=deals,
    )  # fmt: skip
    evening.well(open_sign_up)
    for each in map(person, PEOPLE):
        Membership.objects.create(club=club, user=each.user)
        evening.people.append(each)
        assert agreed.enter(evening.event, each) is None
    for name in NAMED:
        evening.named(name)
    evening.all_here().well(check_in_all)
    evening.well(proposal.start_event).well(publication.publish_round)
    for table in evening.tables():
        ids = [seat.player_id for seat in table.seats.all()]
        here = [each for each in evening.people if each.user.pk in ids]
        if len(here) > 1:
            slug = evening.event.slug
            return {
                "event": f"/events/{slug}/",
                "sheet": f"/events/{slug}/sheets/{table.pk}/",
                "slips": f"/events/{slug}/slips/1/",
                "desk": f"/events/{slug}/desk/",
                "organizer": host.key,
                "writer": here[0].key,
                "other": here[1].key,
            }
    raise AssertionError("four of eight at two tables: two of them sit together")
