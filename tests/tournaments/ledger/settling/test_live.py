"""Live pages: a settled session, a claimed or confirmed payment."""

import pytest
from asgiref.sync import sync_to_async

from games.common.database import in_database
from games.tables.models import Session
from tests.rigging import signed_in
from tests.sockets import Browser
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Membership
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import claim, confirm
from tournaments.ledger.settling.consumer import NOT_FOUND, NOT_YOURS
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session


@pytest.fixture
async def owed(sockets) -> Debtors:
    return await in_database(debtors)()


async def page(owed: Debtors, who: str, *, version: int) -> Browser:
    user = owed.of(who)
    key = None if user is None else await in_database(signed_in)(user)
    path = f"/ws/settlements/{owed.settlement.slug}/?version={version}"
    return Browser(path=path, key=key)


async def shown_version(owed: Debtors) -> int:
    found = await in_database(lambda: Settlement.objects.get(pk=owed.settlement.pk))()
    return found.version + 1


async def test_open_pages_are_updated_at_each_step_of_a_payment(owed):
    version = await shown_version(owed)
    pages = [await page(owed, who, version=version) for who in ("payer", "payee", "organizer")]
    for each in pages:
        assert await each.connect()
        assert await each.silent()
    due = await in_database(lambda: owed.due)()
    assert await in_database(claim)(as_caller(owed.bob), due.pk, 500) is None
    said = await in_database(Payment.objects.get)()
    for each in pages:
        assert await each.read() == str(version + 1)
    assert await in_database(confirm)(as_caller(owed.ann), said.pk) is None
    for each in pages:
        assert await each.read() == str(version + 2)
        await each.close()


async def test_an_outdated_page_is_updated_as_soon_as_it_connects(owed):
    version = await shown_version(owed)
    late = await page(owed, "payer", version=version - 1)
    assert await late.open() == str(version)
    await late.close()


async def test_a_correction_updates_the_page_of_the_first_settlement(owed):
    version = await shown_version(owed)
    one = await page(owed, "other player", version=version)
    assert await one.connect()
    done = await in_database(correct_session)(
        as_caller(owed.crew.owner), owed.settlement.session_id, {0: 40, 1: -30, 2: -10}, "so"
    )
    assert isinstance(done, Settlement)
    assert int(await one.read()) > version
    await one.close()


@pytest.mark.parametrize("who", ["member", "stranger", "guest", "visitor"])
async def test_readers_who_see_no_amounts_are_refused_a_socket(owed, who):
    one = await page(owed, who, version=0)
    assert await one.connect()
    assert await one.closed() == ("", NOT_FOUND)


async def test_a_member_who_leaves_the_club_gets_no_more_updates(owed):
    def opened() -> None:
        ClubBook.objects.create(club=owed.crew.club, seen_by="members")

    await in_database(opened)()
    one = await page(owed, "member", version=await shown_version(owed))
    assert await one.connect()
    assert await one.silent()
    await sync_to_async(Membership.objects.filter(user=owed.crew.member).delete)()
    due = await in_database(lambda: owed.due)()
    assert await in_database(claim)(as_caller(owed.bob), due.pk, 500) is None
    assert await one.closed() == ("", NOT_YOURS)


async def test_a_page_opened_before_the_settlement_is_updated_by_it(sockets):
    def played() -> Session:
        return finished_session(members("eve", "fay"), (1, -1))

    session = await in_database(played)()
    slug = await in_database(lambda: session.table.slug)()
    one = Browser(path=f"/ws/settlements/{slug}/1/?version=0")
    assert await one.connect()
    assert await one.silent()
    await in_database(settle_session)(session.pk)
    assert int(await one.read()) > 0
    await one.close()


async def test_a_socket_for_an_unknown_session_is_closed(sockets):
    one = Browser(path="/ws/settlements/nowhere/1/?version=0")
    assert await one.connect()
    assert await one.closed() == ("", NOT_FOUND)
