"""Add and remove house rules of a club, which are copies of a member's."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.rulebook import house_rules
from games.rules.ruleset.presets import BASIC_GAME
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import ClubRecord, ClubRules
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import locked_club


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
