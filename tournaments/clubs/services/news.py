"""Post, edit and delete news of a club."""

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_text, checked_title
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import ClubRecord, News
from tournaments.clubs.notices.services import notify_news
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import locked_club


@answering
def write_news(caller: Caller, club_id: int, title: str, text: str) -> Denial | None:
    """Publish a news post in the club, and notify its members."""
    with locked_club(club_id, caller, Right.WRITE_NEWS) as club:
        title, text = _checked_post(title, text)
        post = News.objects.create(club=club.row, author=club.person, title=title, text=text)
        club.note(ClubRecord.Deed.NEWS, title=title)
        notify_news(post)
    return None


@answering
def edit_news(caller: Caller, club_id: int, news_id: int, title: str, text: str) -> Denial | None:
    """Change the title and text of a post; the time of the change is stored."""
    with locked_club(club_id, caller, Right.WRITE_NEWS) as club:
        found = club.row.news.filter(pk=news_id).first()
        if found is None:
            raise DeniedError(ClubCode.NO_SUCH_NEWS)
        title, text = _checked_post(title, text, found.title)
        if (found.title, found.text) == (title, text):
            return None
        club.note(ClubRecord.Deed.NEWS_CHANGED, title=found.title)
        found.title, found.text, found.changed_at = title, text, timezone.now()
        found.save(update_fields=["title", "text", "changed_at"])
    return None


@answering
def delete_news(caller: Caller, club_id: int, news_id: int) -> Denial | None:
    """Delete a post; the activity keeps its title."""
    with locked_club(club_id, caller, Right.WRITE_NEWS) as club:
        found = club.row.news.filter(pk=news_id).first()
        if found is None:
            raise DeniedError(ClubCode.NO_SUCH_NEWS)
        found.delete()
        club.note(ClubRecord.Deed.NO_NEWS, title=found.title)
    return None


def _checked_post(title: str, text: str, before: str = "") -> tuple[str, str]:
    """Return title and text with normalized spaces; raise `DeniedError` if empty or invalid.

    :param before: the unchanged title, which is not checked again
    """
    missing, flawed = ClubCode.NOTHING_WRITTEN, ClubCode.WORDING_FLAWED
    title = checked_title(
        title, News.TITLE_LENGTH, missing_code=missing, flaw_code=flawed, current_title=before
    )
    text = checked_text(text, News.TEXT_LENGTH, flaw_code=flawed)
    if not text:
        raise DeniedError(missing)
    return title, text
