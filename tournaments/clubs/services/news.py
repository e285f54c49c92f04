"""News of a club."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import ClubRecord, News
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import changing


@answering
def write_news(caller: Caller, club_id: int, title: str, text: str) -> Denial | None:
    """Tell the members something."""
    with changing(club_id, caller, Right.WRITE_NEWS) as club:
        title, text = " ".join(title.split())[: News.TITLE_LENGTH], text.strip()
        if not title or not text:
            raise DeniedError(ClubCode.NOTHING_WRITTEN)
        text = text[: News.TEXT_LENGTH]
        News.objects.create(club=club.row, author=club.person, title=title, text=text)
        club.note(ClubRecord.Deed.NEWS, title=title)
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
