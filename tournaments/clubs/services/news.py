"""News of a club."""

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_text, checked_title
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import ClubRecord, News
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import changing


@answering
def write_news(caller: Caller, club_id: int, title: str, text: str) -> Denial | None:
    """Tell the members something."""
    with changing(club_id, caller, Right.WRITE_NEWS) as club:
        title, text = _checked(title, text)
        News.objects.create(club=club.row, author=club.person, title=title, text=text)
        club.note(ClubRecord.Deed.NEWS, title=title)
    return None


@answering
def change_news(caller: Caller, club_id: int, news_id: int, title: str, text: str) -> Denial | None:
    """Tell the members the same in other words; the news says that it was changed."""
    with changing(club_id, caller, Right.WRITE_NEWS) as club:
        found = club.row.news.filter(pk=news_id).first()
        if found is None:
            raise DeniedError(ClubCode.NO_SUCH_NEWS)
        title, text = _checked(title, text, found.title)
        if (found.title, found.text) == (title, text):
            return None
        club.note(ClubRecord.Deed.NEWS_CHANGED, title=found.title)
        found.title, found.text, found.changed_at = title, text, timezone.now()
        found.save(update_fields=["title", "text", "changed_at"])
    return None


@answering
def drop_news(caller: Caller, club_id: int, news_id: int) -> Denial | None:
    """Take back what the members were told; the record keeps its title."""
    with changing(club_id, caller, Right.WRITE_NEWS) as club:
        found = club.row.news.filter(pk=news_id).first()
        if found is None:
            raise DeniedError(ClubCode.NO_SUCH_NEWS)
        found.delete()
        club.note(ClubRecord.Deed.NO_NEWS, title=found.title)
    return None


def _checked(title: str, text: str, before: str = "") -> tuple[str, str]:
    """Return what is to be told, put right.

    :param before: the title until now, which may stay as it is
    :raises DeniedError: nothing is, or it cannot be shown
    """
    missing, flawed = ClubCode.NOTHING_WRITTEN, ClubCode.WORDING_FLAWED
    title = checked_title(title, News.TITLE_LENGTH, missing=missing, flawed=flawed, before=before)
    text = checked_text(text, News.TEXT_LENGTH, flawed=flawed)
    if not text:
        raise DeniedError(missing)
    return title, text
