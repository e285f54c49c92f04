"""Create, change, transfer and close a club, and change its house rules."""

from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_remark, checked_text, checked_title
from games.rulebook import house_rules
from games.rules.ruleset.presets import BASIC_GAME
from games.tables.max_loss import Cost
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import Departure, membership_ended, still_running, time_zone_changed
from tournaments.clubs.models import Club, ClubRecord, ClubRules, Invitation, Membership
from tournaments.clubs.notices.kinds import ClubKind
from tournaments.clubs.notices.services import notify_user
from tournaments.clubs.policy import Right, Role
from tournaments.clubs.services.core import locked_club, member

#: Maximum number of open clubs per owner.
MOST_OWNED = 5


class ClubTerms(TypedDict, total=False):
    """The settings with which a club is created or changed; those left out stay as they are."""

    name: str
    picture: str
    description: str
    place: str
    time_zone: str
    language: str
    default_rules: str
    stake_minor: int
    currency: str
    takes_requests: bool
    is_listed: bool
    plays_house: bool
    house_currency: str
    house_stake_minor: int
    house_limit_minor: int


@answering
def create(caller: Caller, **terms: Unpack[ClubTerms]) -> Club | Denial:
    """Create a club with the caller as its owner; denied to owners of five open clubs."""
    owner = member(caller)
    values = _checked_terms(terms)
    with transaction.atomic():
        _lock_user(owner.pk)
        if _owned_club_count(owner.pk) >= MOST_OWNED:
            raise DeniedError(ClubCode.OWNS_TOO_MANY, most=MOST_OWNED)
        club = Club(**values)
        _check_house(club)
        club.save()
        Membership.objects.create(club=club, user=owner, role=Role.OWNER.value)
        ClubRecord.objects.create(club=club, actor=owner, deed=ClubRecord.Deed.FOUNDED)
    return club


@answering
def change(caller: Caller, club_id: int, **terms: Unpack[ClubTerms]) -> Denial | None:
    """Change settings of the club, and record which ones have changed."""
    # Queried before any row is locked.
    moves_events = "time_zone" in terms and (
        Club.objects.filter(pk=club_id).exclude(time_zone=terms["time_zone"]).exists()
    )
    with locked_club(club_id, caller, Right.CHANGE_CLUB, changes_events=moves_events) as club:
        values = _checked_terms(terms, club.row)
        changed = [name for name, value in values.items() if getattr(club.row, name) != value]
        if not changed:
            return None
        old_zone = club.row.time_zone
        for name in changed:
            setattr(club.row, name, values[name])
        _check_house(club.row)
        club.row.save(update_fields=changed)
        club.note(ClubRecord.Deed.CHANGED, what=" ".join(changed))
        if "time_zone" in changed:
            time_zone_changed(club.row, club.person, old_zone)
    return None


@answering
def hand_over(caller: Caller, club_id: int, new_owner_id: int) -> Denial | None:
    """Make a member the owner, unless they own five open clubs; the caller becomes an organizer."""
    with locked_club(club_id, caller, Right.HAND_OVER) as club:
        new_owner = club.member_under(Right.HAND_OVER, new_owner_id)
        _lock_user(new_owner_id)
        if _owned_club_count(new_owner_id) >= MOST_OWNED:
            raise DeniedError(ClubCode.TOO_MANY_FOR_HEIR, most=MOST_OWNED)
        # In this order, because a club never has two owners.
        club.row.memberships.filter(user=club.person).update(role=Role.ORGANIZER.value)
        club.row.memberships.filter(pk=new_owner.pk).update(role=Role.OWNER.value)
        club.note(ClubRecord.Deed.HANDED, new_owner.user)
        notify_user(ClubKind.OWNER, club.row, new_owner_id, club.person)
    return None


@answering
def close(caller: Caller, club_id: int) -> Denial | None:
    """Close the club for good, unless one of its events is running; members can still read it."""
    with locked_club(club_id, caller, Right.CLOSE, changes_events=True) as club:
        running = [name for names in still_running(club_id) for name in names]
        if running:
            raise DeniedError(ClubCode.STILL_RUNNING, names=tuple(running))
        now = timezone.now()
        Invitation.objects.filter(club=club.row, revoked_at=None).update(revoked_at=now)
        club.row.requests.filter(answered_at=None).delete()
        club.row.closed_at = now
        club.row.save(update_fields=["closed_at"])
        club.note(ClubRecord.Deed.CLOSED)
        membership_ended(club.row, club.person, None, Departure.CLOSED)
    return None


def _owned_club_count(user_id: int) -> int:
    """Return the number of open clubs that the user owns."""
    return Membership.objects.filter(
        user_id=user_id, role=Role.OWNER.value, club__closed_at=None
    ).count()


def _lock_user(user_id: int) -> None:
    """Lock the user's row, so that clubs created at the same time are counted in turn."""
    User.objects.select_for_update().filter(pk=user_id).first()


def _check_house(club: Club) -> None:
    """Raise `DeniedError` if a club that pays for bots lacks a currency or one of its limits."""
    bounds = (club.house_currency, club.house_stake_minor, club.house_limit_minor)
    if club.plays_house and not all(bounds):
        raise DeniedError(ClubCode.HOUSE_UNBOUNDED)


def _checked_terms(terms: ClubTerms, before: Club | None = None) -> dict[str, Any]:
    """Return the settings with normalized spaces; raise `DeniedError` if a changed text is invalid.

    :param before: the unchanged club, whose texts are not checked again
    :raises DeniedError: a text is invalid
    """
    values: dict[str, Any] = dict(terms)
    flawed = ClubCode.WORDING_FLAWED
    if "name" in values:
        values["name"] = checked_title(
            values["name"],
            Club.NAME_LENGTH,
            missing_code=ClubCode.NAMELESS,
            flaw_code=flawed,
            current_title="" if before is None else before.name,
        )
    if "place" in values and (before is None or values["place"] != before.place):
        values["place"] = checked_remark(values["place"], Club.PLACE_LENGTH, flaw_code=flawed)
    if "description" in values and (before is None or values["description"] != before.description):
        values["description"] = checked_text(
            values["description"], Club.DESCRIPTION_LENGTH, flaw_code=flawed
        )
    return values


def record_house_event(user: User, club_id: int, event_id: int, name: str, max_loss: Cost) -> None:
    """Record in the club's activity what an event can cost the club, if more than recorded before.

    Bookkeepers see the record on their home page. The caller holds the event's lock. At most two
    queries.

    :param user: the user who created or changed the event
    """
    told = ClubRecord.objects.filter(
        club=club_id, deed=ClubRecord.Deed.HOUSE, params__event=event_id
    )
    costs = [Cost.parse(str(each["worst"])) for each in told.values_list("params", flat=True)]
    if any(each.covers(max_loss) for each in costs if each is not None):
        return
    ClubRecord.objects.create(
        club_id=club_id,
        actor=user,
        deed=ClubRecord.Deed.HOUSE,
        params={"way": "event", "event": event_id, "name": name, "worst": str(max_loss)},
    )


def record_fee(user: User, club_id: int, name: str, fee: Cost) -> None:
    """Record in the club's activity the entry fee that an event has from now on, if any."""
    params = {"name": name, "worst": str(fee)} if fee.minor else {"name": name}
    deed = ClubRecord.Deed.FEE if fee.minor else ClubRecord.Deed.NO_FEE
    ClubRecord.objects.create(club_id=club_id, actor=user, deed=deed, params=params)


@answering
def add_rules(caller: Caller, club_id: int, slug: str) -> Denial | None:
    """Add an unchanging copy of the caller's house rules to the club: up to 20, names once only."""
    with locked_club(club_id, caller, Right.KEEP_RULES) as club:
        kept = house_rules.find(slug)
        if kept is None or kept.owner_id != club.person.pk:
            raise DeniedError(ClubCode.NO_SUCH_RULES)
        if club.row.house_rules.filter(name__iexact=kept.name).exists():
            raise DeniedError(ClubCode.RULES_THERE, name=kept.name)
        if club.row.house_rules.count() >= ClubRules.MOST:
            raise DeniedError(ClubCode.TOO_MANY_RULES, most=ClubRules.MOST)
        ClubRules.objects.create(
            club=club.row,
            name=kept.name,
            base=kept.base,
            options=kept.options,
            max_loss=kept.max_loss,
        )
        club.note(ClubRecord.Deed.RULES, name=kept.name)
    return None


@answering
def remove_rules(caller: Caller, club_id: int, slug: str) -> Denial | None:
    """Remove house rules, replaced as default by the basic game; running tables keep them."""
    with locked_club(club_id, caller, Right.KEEP_RULES) as club:
        kept = club.row.house_rules.filter(slug=slug).first()
        if kept is None:
            raise DeniedError(ClubCode.NO_SUCH_RULES)
        if club.row.default_rules == kept.choice:
            club.row.default_rules = BASIC_GAME
            club.row.save(update_fields=["default_rules"])
        kept.delete()
        club.note(ClubRecord.Deed.NO_RULES, name=kept.name)
    return None
