"""The list of ratings of a family of rules."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import Rank

from accounts.models import User
from tournaments.ratings.families import Family
from tournaments.ratings.models import Rating
from tournaments.ratings.skill import PROVISIONAL_SIGMA, UNCERTAIN_SIGMAS

#: How many members one page lists.
PAGE_LENGTH = 50

#: `Skill.worth` and `Skill.provisional`, in the words of the database.
_WORTH = F("mu") - UNCERTAIN_SIGMAS * F("sigma")
_TIER = Case(When(sigma__gt=PROVISIONAL_SIGMA, then=Value(1)), default=Value(0))


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One member in the list; `page` is the one that shows them."""

    place: int
    name: str
    rating: int
    uncertainty: int
    sessions: int
    provisional: bool
    own: bool
    page: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A page of the list; `elsewhere` is the reader's own line where another page has it."""

    page: Page[Rating]
    lines: list[RatingLine]
    elsewhere: RatingLine | None


def rating_list(family: Family, number: str | None, reader: User | None) -> RatingList:
    """Return the page of that number, or the nearest there is. Four queries at most."""
    page = Paginator(_listed(family), PAGE_LENGTH).get_page(number)
    lines = [
        _line(rating, rating.place, reader, page.number)  # type: ignore[attr-defined]
        for rating in page
    ]
    known = reader is None or any(line.own for line in lines)
    return RatingList(page, lines, None if known else _own_line(family, reader))


def _ordered(family: Family) -> QuerySet[Rating]:
    """Return the ratings of the family, those first that can be taken at their word.

    One lucky evening must not lead the list.
    """
    ratings = Rating.objects.filter(family=family, sessions__gte=1).select_related("user")
    return ratings.annotate(tier=_TIER, worth=_WORTH).order_by("tier", "-worth", "user_id")


def _listed(family: Family) -> QuerySet[Rating]:
    """Return the same with their places; equals share one."""
    place = Window(Rank(), order_by=[F("tier").asc(), F("worth").desc()])
    return _ordered(family).annotate(place=place)


def _own_line(family: Family, reader: User | None) -> RatingLine | None:
    own = _ordered(family).filter(user=reader).first()
    if own is None:
        return None
    tier, worth = int(own.skill.provisional), own.skill.worth
    higher = Q(tier__lt=tier) | Q(tier=tier, worth__gt=worth)
    equal_but_before = Q(tier=tier, worth=worth, user_id__lt=own.user_id)
    counted = _ordered(family).aggregate(
        higher=Count("pk", filter=higher), before=Count("pk", filter=higher | equal_but_before)
    )
    return _line(own, counted["higher"] + 1, reader, counted["before"] // PAGE_LENGTH + 1)


def _line(rating: Rating, place: int, reader: User | None, page: int) -> RatingLine:
    skill = rating.skill
    return RatingLine(
        place=place,
        name=rating.user.shown_name,
        rating=skill.rating,
        uncertainty=skill.uncertainty,
        sessions=rating.sessions,
        provisional=skill.provisional,
        own=reader is not None and rating.user_id == reader.pk,
        page=page,
    )
