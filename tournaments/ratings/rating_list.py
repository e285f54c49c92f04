"""Lists of ratings: ranked in a family of rules, and of several users."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from accounts.models import User, distinct_names
from games.common.players import page_of
from tournaments.ratings.families import Family
from tournaments.ratings.models import Rating
from tournaments.ratings.skill import Skill

#: Number of members per page.
PAGE_LENGTH = 50


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A member in the list: place, name and rating; `page` is the number of the line's page."""

    place: int
    name: str
    #: The player's page; empty if there is none.
    url: str
    rating: int
    uncertainty: int
    sessions: int
    provisional: bool
    is_own: bool
    page: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A page of the list; `elsewhere` is the reader's own line if it is on another page."""

    page: Page[Rating]
    lines: list[RatingLine]
    elsewhere: RatingLine | None


def rating_list(family: Family, page_number: str | None, reader: User | None) -> RatingList:
    """Return the page with this number, or the nearest one. At most four queries."""
    listed = _listed(family)
    page = Paginator(listed, PAGE_LENGTH).get_page(page_number)
    ratings = list(page)
    own_rating, elsewhere = None, None
    if reader is not None and all(each.user_id != reader.pk for each in ratings):
        own_rating = listed.filter(user=reader).first()
    above = _counts_above(listed, ratings[: page.number > 1], own_rating)
    if own_rating is not None:
        page_of_own = above["before_own"] // PAGE_LENGTH + 1
        elsewhere = _rating_line(
            own_rating, own_rating.user.shown_name, above["above_own"] + 1, reader, page_of_own
        )
    names = distinct_names(each.user for each in ratings)
    lines: list[RatingLine] = []
    place = above.get("above_first", 0) + 1
    for at, rating in enumerate(ratings):
        # Equal ratings share a place.
        if at and not _are_tied(rating, ratings[at - 1]):
            place = page.start_index() + at
        lines.append(_rating_line(rating, names[rating.user_id], place, reader, page.number))
    return RatingList(page, lines, elsewhere)


def _listed(family: Family) -> QuerySet[Rating]:
    """Return the query for the family's ratings in list order, provisional (uncertain) ones last.

    So one lucky evening can't lead the list. An index provides this order.
    """
    ratings = Rating.objects.filter(family=family, sessions__gte=1).select_related("user")
    return ratings.order_by("tier", "-worth", "user_id")


def _counts_above(
    listed: QuerySet[Rating], page_start: Sequence[Rating], own_rating: Rating | None
) -> dict[str, int]:
    """Return by key how many ratings are above the page's first and above the reader's own.

    "before_own" also counts equal ratings that are listed before the reader's own. Without such
    ratings to compare with, their keys are missing.
    """
    counts: dict[str, Count] = {}
    for rating in page_start:
        counts["above_first"] = Count("pk", filter=_ranks_above(rating))
    if own_rating is not None:
        equal_but_before = Q(
            tier=own_rating.tier, worth=own_rating.worth, user_id__lt=own_rating.user_id
        )
        counts["above_own"] = Count("pk", filter=_ranks_above(own_rating))
        counts["before_own"] = Count("pk", filter=_ranks_above(own_rating) | equal_but_before)
    return listed.order_by().aggregate(**counts) if counts else {}


def _ranks_above(rating: Rating) -> Q:
    """Return the condition for ratings that rank above this one."""
    return Q(tier__lt=rating.tier) | Q(tier=rating.tier, worth__gt=rating.worth)


def _are_tied(first: Rating, second: Rating) -> bool:
    """Return whether the two ratings share a place."""
    return (first.tier, first.worth) == (second.tier, second.worth)


def _rating_line(
    rating: Rating, name: str, place: int, reader: User | None, page: int
) -> RatingLine:
    """Return a rating as a line of the list; `reader` marks the reader's own line."""
    skill = rating.skill
    return RatingLine(
        place=place,
        name=name,
        url=page_of(rating.user),
        rating=skill.rating,
        uncertainty=skill.uncertainty,
        sessions=rating.sessions,
        provisional=skill.provisional,
        is_own=reader is not None and rating.user_id == reader.pk,
        page=page,
    )


def most_played_ratings(user_ids: Collection[int]) -> dict[int, Skill]:
    """Return by user id the rating in the family with the most sessions. One query."""
    found = Rating.objects.filter(user_id__in=user_ids, sessions__gte=1)
    # Later ratings of a user replace earlier ones, so the one with the most sessions stays.
    return {each.user_id: each.skill for each in found.order_by("sessions", "-pk")}
