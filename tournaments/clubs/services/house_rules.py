"""House rules of a club: copies of what a member has made."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.rulebook import house_rules
from games.rules.ruleset import BASIC_GAME
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import ClubRecord, ClubRules
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import changing


@answering
def take_rules(caller: Caller, club_id: int, slug: str) -> Denial | None:
    """Make house rules of who asks the club's, too: a copy, which stays as it is."""
    with changing(club_id, caller, Right.KEEP_RULES) as club:
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
def drop_rules(caller: Caller, club_id: int, slug: str) -> Denial | None:
    """Let house rules be the club's no longer; tables that play by them go on."""
    with changing(club_id, caller, Right.KEEP_RULES) as club:
        kept = club.row.house_rules.filter(slug=slug).first()
        if kept is None:
            raise DeniedError(ClubCode.NO_SUCH_RULES)
        if club.row.default_rules == kept.choice:
            club.row.default_rules = BASIC_GAME
            club.row.save(update_fields=["default_rules"])
        kept.delete()
        club.note(ClubRecord.Deed.NO_RULES, name=kept.name)
    return None
