"""Access to amounts: who sees a settlement."""

from tests.tournaments.ledger.people import READERS, Debtors, debtors
from tournaments.ledger.access import LedgerReader, Visibility, visibility
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.settling.selectors import access_to, settlement

INVOLVED, MEMBERS = ClubBook.SeenBy.INVOLVED, ClubBook.SeenBy.MEMBERS


def seen(owed: Debtors, who: str) -> Visibility:
    return access_to(owed.settlement, owed.of(who)).visibility


def test_only_involved_players_and_organizers_see_amounts(owed):
    found = {who: seen(owed, who) for who in READERS}
    everything = {"payer", "payee", "other player", "owner", "organizer"}
    assert {who for who, how in found.items() if how == Visibility.EVERYTHING} == everything
    assert found["member"] == Visibility.NO_AMOUNTS
    assert {found[who] for who in ("stranger", "guest", "visitor")} == {Visibility.NOTHING}


def test_a_club_can_show_amounts_to_all_its_members(owed):
    ClubBook.objects.create(club=owed.crew.club, seen_by=MEMBERS)
    assert seen(owed, "member") == Visibility.EVERYTHING
    assert seen(owed, "stranger") == Visibility.NOTHING


def test_points_are_visible_to_all_readers_who_may_see_the_session(db):
    owed = debtors(in_club=False, stake_minor=0, currency="")
    assert {seen(owed, who) for who in READERS} == {Visibility.EVERYTHING}
    owed.settlement.session.table.__class__.objects.update(spectators=False)
    owed = settlement(owed.settlement.slug), owed
    looks = {who: access_to(owed[0], owed[1].of(who)).visibility for who in READERS}
    assert {who for who, how in looks.items() if how != Visibility.NOTHING} == {
        "payer", "payee", "other player",
    }  # fmt: skip


def test_spectators_never_see_amounts_outside_clubs(db):
    owed = debtors(in_club=False)
    found = {who: seen(owed, who) for who in READERS}
    everything = {who for who, how in found.items() if how == Visibility.EVERYTHING}
    assert everything == {"payer", "payee", "other player"}
    assert {how for who, how in found.items() if who not in everything} == {Visibility.NO_AMOUNTS}


def test_an_anonymous_reader_is_never_involved():
    assert (
        visibility(LedgerReader(is_involved=True), INVOLVED, is_for_money=True)
        == Visibility.NOTHING
    )
