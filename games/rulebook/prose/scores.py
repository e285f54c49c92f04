"""The chapter of ending and scoring."""

from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from games.common import money, numbers
from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Chapter, Paragraph, WorkedScore
from games.rulebook.prose.words import (
    chosen_sentence,
    factor_word,
    factors_text,
    payment_sentence,
    points_text,
)
from games.rulebook.prose.worked_scores import BARE_PAIR, WorkedDeals
from games.rules import RANKS, Kind, RuleSet
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    SPECIAL_POINTS,
)


def score_chapter(examples: Examples) -> Chapter:
    """Return the chapter of ending and scoring."""
    rules = examples.rules
    deals = WorkedDeals(examples)
    by_scoring = {
        "cards_left": _cards_left,
        "winner_point": _winner_point,
        "deuces": _deuces,
        "placement": _placement,
        "indonesian": _indonesian,
    }
    if rules.payment == "count_difference":
        by_scoring["cards_left"] = _counted
    paragraphs = [_ending(rules), *by_scoring[rules.scoring](rules, deals)]
    paragraphs += _dragon(rules, deals)
    paragraphs += [_payment(rules, deals), *_guard(rules, deals)]
    return Chapter("scoring", _("Ending and scoring"), paragraphs)


def _ending(rules: RuleSet) -> Paragraph:
    if rules.play_on:
        text = _(
            "Play goes on until only one player has cards; who is out is skipped, and when such a"
            " player's last play wins the trick, the next player still in leads."
        )
    else:
        text = _("The deal ends as soon as one player is out of cards, who wins it.")
    return Paragraph(text, _("The end of a deal"))


# ---------------------------------------------------------------------- points


def _cards_left(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _("The winner scores 0, and every other player loses for the cards left in hand.")
    if rules.payment == "winner_takes":
        text = _(
            "Every player but the winner loses for the cards left in hand, and the winner wins what"
            " all the others lose."
        )
    paragraphs = [Paragraph(f"{text} {_values(rules)}", _("Points"))]
    return paragraphs + _factors(rules, deals) + _doublings(rules, deals)


def _counted(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _("The score sheet shows how many cards each player had left; the winner has 0.")
    return [Paragraph(text, _("Points"))]


def _winner_point(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _("The winner scores one point and the others nothing, whatever they have left.")
    return [Paragraph(text, _("Points"))]


def _deuces(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _(
        "The winner scores one point, doubled for each two in the last play; the others score"
        " nothing."
    )
    shown = [
        deals.of_winner(_("The winner's last play was one two."), "2b"),
        deals.of_winner(_("The winner's last play was a pair of twos."), "2a 2b"),
    ]
    return [Paragraph(text, _("Points"), worked_scores=shown)]


def _placement(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _("In the order of going out, players score %(points)s; the last one has cards left.")
    return [Paragraph(text % {"points": points_text(rules.placement_points)}, _("Points"))]


def _indonesian(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    text = _("Every player but the winner loses for the cards left in hand.")
    paragraphs = [Paragraph(f"{text} {_values(rules)}", _("Points"))]
    paragraphs += _factors(rules, deals) + _doublings(rules, deals)
    winner = _(
        "The winner scores 5, or 10 for each two in the last play, where it has any. Besides,"
        " whoever played a special combination that nobody beat scores for it: %(specials)s; twice"
        " that where it was the player's last play."
    ) % {"specials": _specials(rules)}
    shown = [
        deals.of_winner(_("The winner's last play had no two."), BARE_PAIR),
        deals.of_winner(_("The winner's last play was a pair of twos."), "2a 2b"),
        deals.of_special(_("This player lost, but had played four of a kind that nobody beat.")),
    ]
    return [
        *paragraphs,
        Paragraph(winner, _("Winning and special combinations"), worked_scores=shown),
    ]


def _specials(rules: RuleSet) -> str:
    kinds = (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH)
    parts = [f"{labels.kind_label(kind)} {SPECIAL_POINTS[kind]}" for kind in kinds]
    return numbers.listed([*parts, _("four twos %(points)d") % {"points": FOUR_TWOS_POINTS}])


def _values(rules: RuleSet) -> str:
    worth = CARD_VALUES[rules.card_values]
    if len(set(worth)) == 1:
        return _("Each card counts %(value)d.") % {"value": worth[0]}
    if len(set(worth)) == len(worth):
        return _(
            "A three counts %(lowest)d, a four %(second)d, each rank one more, up to an ace with"
            " %(ace)d and a two with %(highest)d."
        ) % {"lowest": worth[0], "second": worth[1], "ace": worth[-2], "highest": worth[-1]}
    told = []
    for value, group in groupby(range(len(RANKS)), key=worth.__getitem__):
        ranks = list(group)
        if len(ranks) == 1:
            name = labels.plural(ranks[0])
        elif len(ranks) == 2:
            name = numbers.listed([labels.plural(rank) for rank in ranks])
        else:
            name = _("%(first)s to %(last)s") % {
                "first": labels.plural(ranks[0]),
                "last": labels.plural(ranks[-1]),
            }
        told.append(_("%(ranks)s count %(value)d") % {"ranks": name, "value": value})
    return "; ".join(told)[:1].upper() + "; ".join(told)[1:] + "."


def _factors(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    factors = factors_text(rules.multipliers)
    sentences: list[str] = []
    shown: list[WorkedScore] = []
    if factors:
        sentences.append(
            _("The loss counts %(factors)s.") % {"factors": factors}
            if not rules.multiply_only_starter
            else _(
                "For the player who made the first play of the deal, the loss counts %(factors)s;"
                " for the others it is never multiplied for their number of cards."
            )
            % {"factors": factors}
        )
        shown += [deals.of_count(count) for count in _step(rules)]
    if rules.unplayed_multiplier:
        sentences.append(
            _("For a player who has not played a single card it counts %(factor)s instead.")
            % {"factor": factor_word(rules.unplayed_multiplier)}
        )
        shown.append(deals.of_unplayed())
    if not sentences:
        return []
    return [Paragraph(" ".join(sentences), _("Many cards left"), worked_scores=shown)]


def _step(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of cards on both sides of the first change of the factor in reach."""
    for (_low, one), (start, other) in pairwise(rules.multipliers):
        if one != other and start < rules.hand_size:
            return start - 1, start
    return ()


def _doublings(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    paragraphs = []
    if rules.double_per_two:
        text = chosen_sentence(rules, "double_per_two")
        paragraphs.append(Paragraph(text, _("Twos left"), worked_scores=[deals.of_twos_left()]))
    if rules.twos_last_double:
        text = chosen_sentence(rules, "twos_last_double")
        paragraphs.append(Paragraph(text, _("Twos last"), worked_scores=[deals.of_twos_last()]))
    if rules.bomb_doubles:
        paragraphs.append(_bombs(rules, deals))
    if rules.loss_cap:
        text = (
            chosen_sentence(rules, "loss_cap")
            + " "
            + _("It is the last thing to be reckoned, after all factors and doublings.")
        )
        if rules.guard_pays and rules.players > 2:
            text += " " + _("A guard who pays for all pays every loss up to that.")
        shown = deals.of_cap()
        paragraphs.append(Paragraph(text, _("A cap"), worked_scores=[shown] if shown else []))
    return paragraphs


def _bombs(rules: RuleSet, deals: WorkedDeals) -> Paragraph:
    text = _(
        "Every bomb that was played in the deal doubles all losses, beaten or not. Bombs are a four"
        " of a kind with its fifth card and a straight flush."
    )
    if rules.straight_flush_cards == 7:
        text = _(
            "Every bomb that was played in the deal doubles all losses, beaten or not. Bombs are a"
            " four of a kind with its fifth card and a straight flush with its two further cards."
        )
    if rules.four_of_a_kind == "bare":
        text = _(
            "Every straight flush that was played in the deal doubles all losses, beaten or not; a"
            " four of a kind without a fifth card does not."
        )
    if rules.four_of_a_kind == "either":
        text += " " + _("Four cards alone are none.")
    if rules.packs > 1 and rules.four_of_a_kind != "bare":
        text += " " + _("Five of a kind is one, too.")
    return Paragraph(text, _("Bombs"), worked_scores=[deals.of_bombs(1), deals.of_bombs(2)])


def _dragon(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    if not (rules.dragon_wins and rules.has_losses):
        return []
    # Where the values of cards differ, only an example can give a number.
    if rules.card_values != "one" or rules.double_per_two:
        text = _("After a dragon every other player scores as left with all cards, unplayed.")
        return [Paragraph(text, _("After a dragon"), worked_scores=[deals.of_dragon()])]
    text = _("After a dragon every other player scores as left with all cards, unplayed: %(loss)s.")
    lost = deals.after_dragon().points[1]
    return [Paragraph(text % {"loss": money.points(lost)}, _("After a dragon"))]


# ---------------------------------------------------------------------- payments


def _payment(rules: RuleSet, deals: WorkedDeals) -> Paragraph:
    text = payment_sentence(rules)
    factors = factors_text(rules.multipliers)
    if rules.payment == "count_difference" and factors:
        text += " " + _("A difference counts %(factors)s.") % {"factors": factors}
    if rules.payment == "loser_pays":
        text += " " + _(
            "The loser is the player with most cards left; among equals the one with most twos,"
            " then the one with the higher highest card. The points on the score sheet only"
            " compare the players: they change nothing that is paid."
        )
        if rules.packs > 1:
            text += " " + _("Where these are equal, it is the earlier in turn from the winner.")
    if rules.payment == "points":
        text += " " + _(
            "They add up to 0, so what some win is what the others pay, whoever pays whom."
        )
        if rules.going_out != "any":
            text += " " + _(
                "Where a deal ends with several players still in, they share the points of their"
                " places."
            )
    text += " " + _("A session's stake says what a point is worth.")
    text += " " + _("A session is won by whoever has won most in all its deals together.")
    if rules == RuleSet():
        text += " " + _(
            "Where this game is played for money, whoever could have stopped a last card and did"
            " not often pays the losses of all; house rules can have that, too."
        )
    return Paragraph(
        text, _("Who pays whom"), worked_scores=[deals.whole(_("A deal, reckoned up."))]
    )


def _guard(rules: RuleSet, deals: WorkedDeals) -> list[Paragraph]:
    if not (rules.guard_pays and rules.has_losses):
        return []
    if rules.players == 2:
        # There is nobody else whose loss could be taken.
        return []
    text = _(
        "A guard who broke the duty takes the losses of all; the other losers then score nothing"
        " for theirs."
    )
    shown = deals.whole(_("The same deal, after the guard broke the duty."), foul=True)
    return [Paragraph(text, _("When the guard pays"), worked_scores=[shown])]
