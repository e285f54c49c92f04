"""The format "Groups and final" in sentences, computed for a number of players."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.languages import paragraph
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.seating.ways import Way


def groups_outline(made: Groups, players: int, context: SeatingContext) -> str:
    """Return what the settings mean for this many players.

    For example "12 players: 3 groups of 4. The groups play 2 rounds. The best 2 players of each
    group go on. They play 1 knock-out round. The best 2 players of each table go on. The final
    table plays 1 round."
    """
    sizes = made.group_sizes(players, context)
    past = made.past_group_stage(players, context)
    knock_out = made.length(players, context) - made.group_rounds - made.final_rounds
    return paragraph(
        _sizes_sentence(players, sizes),
        _too_many_sentence(made, players, len(sizes), context),
        ngettext(
            "The groups play %(count)d round.",
            "The groups play %(count)d rounds.",
            made.group_rounds,
        )
        % {"count": made.group_rounds},
        _leftover_sentence(made.way(players, context), context),
        _cut_sentence(made, past, len(sizes)),
        _final_sentence(players, past, context),
        _knock_out_sentence(made, knock_out) if knock_out else "",
        ngettext(
            "The final table plays %(count)d round.",
            "The final table plays %(count)d rounds.",
            made.final_rounds,
        )
        % {"count": made.final_rounds},
        _("Points from the groups count in the final.") if made.carry else "",
    )


def _sizes_sentence(players: int, sizes: list[int]) -> str:
    """Return the number of groups and their sizes, as a sentence."""
    params = {"players": players, "groups": len(sizes), "least": min(sizes), "most": max(sizes)}
    if len(sizes) == 1:
        return _("%(players)d players: 1 group.") % params
    if params["least"] == params["most"]:
        return _("%(players)d players: %(groups)d groups of %(most)d.") % params
    return _("%(players)d players: %(groups)d groups of %(least)d to %(most)d.") % params


def _too_many_sentence(made: Groups, players: int, count: int, context: SeatingContext) -> str:
    """Return why there are fewer groups than were chosen, as a sentence; empty if there aren't."""
    if made.groups <= count:
        return ""
    return ngettext(
        "%(groups)d groups need %(needed)d players; with %(players)d there is %(count)d.",
        "%(groups)d groups need %(needed)d players; with %(players)d there are %(count)d.",
        count,
    ) % {
        "groups": made.groups,
        "needed": made.groups * context.table_size,
        "players": players,
        "count": count,
    }


def _leftover_sentence(way: Way, context: SeatingContext) -> str:
    """Return what happens in a group round to players who don't fill a table, in sentences."""
    smaller = sum(size < context.table_size for size in way.sizes)
    return paragraph(
        ngettext(
            "In each of these rounds, %(count)d table has one player fewer.",
            "In each of these rounds, %(count)d tables have one player fewer.",
            smaller,
        )
        % {"count": smaller}
        if smaller
        else "",
        ngettext(
            "In each of these rounds, %(count)d bot plays.",
            "In each of these rounds, %(count)d bots play.",
            way.bots,
        )
        % {"count": way.bots}
        if way.bots
        else "",
        ngettext(
            "In each of these rounds, %(count)d player sits out.",
            "In each of these rounds, %(count)d players sit out.",
            way.out,
        )
        % {"count": way.out}
        if way.out
        else "",
    )


def _final_sentence(players: int, past: int, context: SeatingContext) -> str:
    """Return who fills a final table for which too few go on, as a sentence; empty if it's full."""
    free = min(context.table_size, players) - past
    if free < 1:
        return ""
    if free == 1:
        return _("That doesn’t fill the final table, so the best of the other players joins them.")
    return ngettext(
        "That doesn’t fill the final table, so the best %(count)d other player joins them.",
        "That doesn’t fill the final table, so the best %(count)d of the other players join them.",
        free,
    ) % {"count": free}


def _cut_sentence(made: Groups, past: int, groups: int) -> str:
    """Return which players of the groups go on, as a sentence.

    :param past: the number of players who go on
    """
    if made.cut == "each" and groups > 1:
        if made.past_cut == 1:
            return _("The best player of each group goes on.")
        return ngettext(
            "The best %(count)d player of each group goes on.",
            "The best %(count)d players of each group go on.",
            made.past_cut,
        ) % {"count": made.past_cut}
    if past == 1:
        return _("The best player of all goes on.")
    return ngettext(
        "The best %(count)d player of all goes on.",
        "The best %(count)d players of all go on.",
        past,
    ) % {"count": past}


def _knock_out_sentence(made: Groups, rounds: int) -> str:
    """Return the knock-out rounds before the final table, as a sentence or two."""
    return paragraph(
        ngettext(
            "They play %(count)d knock-out round.", "They play %(count)d knock-out rounds.", rounds
        )
        % {"count": rounds},
        _table_cut_sentence(made.going_on),
    )


def _table_cut_sentence(count: int) -> str:
    """Return how many players of each table go on, as a sentence."""
    if count == 1:
        return _("The best player of each table goes on.")
    return ngettext(
        "The best %(count)d player of each table goes on.",
        "The best %(count)d players of each table go on.",
        count,
    ) % {"count": count}
