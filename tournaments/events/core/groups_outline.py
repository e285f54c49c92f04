"""The format "Groups and final" in sentences, computed for a number of players."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.languages import paragraph
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.seating_context import SeatingContext


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
        ngettext(
            "The groups play %(count)d round.",
            "The groups play %(count)d rounds.",
            made.group_rounds,
        )
        % {"count": made.group_rounds},
        _cut_sentence(made, past, len(sizes)),
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


def _cut_sentence(made: Groups, past: int, groups: int) -> str:
    """Return which players of the groups go on, as a sentence.

    :param past: the number of players who go on
    """
    if made.cut == "each" and groups > 1:
        return ngettext(
            "The best player of each group goes on.",
            "The best %(count)d players of each group go on.",
            made.past_cut,
        ) % {"count": made.past_cut}
    return ngettext(
        "The best player of all goes on.", "The best %(count)d players of all go on.", past
    ) % {"count": past}


def _knock_out_sentence(made: Groups, rounds: int) -> str:
    """Return the knock-out rounds before the final table, as a sentence or two."""
    return paragraph(
        ngettext(
            "They play %(count)d knock-out round.", "They play %(count)d knock-out rounds.", rounds
        )
        % {"count": rounds},
        ngettext(
            "The best player of each table goes on.",
            "The best %(count)d players of each table go on.",
            made.going_on,
        )
        % {"count": made.going_on},
    )
