"""The chapter on ending a deal and scoring."""

from itertools import pairwise
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common import numbers
from games.common.languages import paragraph
from games.language.score_words import card_points
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.option_text import (
    chosen_sentence,
    factors_text,
    payment_sentence,
    points_text,
)
from games.rulebook.prose.parts import Chapter, Paragraph, WorkedScore
from games.rulebook.prose.worked_scores import BARE_PAIR, WorkedScoreBuilder
from games.rules.combinations.kinds import Kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import (
    CARD_VALUES,
    FOUR_TWOS_POINTS,
    SPECIAL_POINTS,
)


def score_chapter(examples: Examples) -> Chapter:
    """Return the chapter on ending a deal and scoring."""
    rules = examples.rules
    deals = WorkedScoreBuilder(examples)
    by_scoring = {
        "cards_left": _cards_left,
        "winner_point": _winner_point,
        "deuces": _deuces,
        "placement": _placement,
        "indonesian": _indonesian,
    }
    if rules.payment == "count_difference":
        by_scoring["cards_left"] = _counted_cards
    paragraphs = [_ending(rules), *by_scoring[rules.scoring](rules, deals)]
    paragraphs += _dragon(rules, deals)
    paragraphs += [_payment(rules, deals), *_guard(rules, deals)]
    return Chapter("scoring", _("Ending and scoring"), paragraphs)


def _ending(rules: RuleSet) -> Paragraph:
    """Return the paragraph on the end of a deal."""
    if rules.play_on:
        text = _(
            "Play goes on until only one player has cards left. Players who are out are skipped."
            " If a player goes out and that last play wins the trick, the next player"
            " still in leads."
        )
    else:
        text = _(
            "The deal ends as soon as one player runs out of cards. That player wins the deal."
        )
    return Paragraph(text, _("The end of a deal"))


# ---------------------------------------------------------------------- points


def _cards_left(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraphs on card points for cards left, with all that multiplies them."""
    text = paragraph(
        _(
            "Every player except the winner counts card points for the cards left in hand. The"
            " winner wins what all the others lose."
        )
        if rules.payment == "winner_takes"
        else _(
            "The winner has 0 card points. Every other player counts card points for the cards"
            " left in hand."
        ),
        _card_values_sentence(rules),
    )
    return [Paragraph(text, _("Card points")), *_factors(rules, deals), *_doublings(rules, deals)]


def _counted_cards(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on points by the number of cards left."""
    text = _("The score sheet shows how many cards each player had left. The winner has 0.")
    return [Paragraph(text, pgettext("chapter of the rules", "Points"))]


def _winner_point(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on one point for the winner."""
    text = _("The winner scores 1 point. The others score 0, however many cards they have left.")
    return [Paragraph(text, pgettext("chapter of the rules", "Points"))]


def _deuces(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on the winner's point, doubled for each two in the last play."""
    text = _(
        "The winner scores 1 point, doubled for each two in the last play. The others score 0."
    )
    shown = [
        deals.of_winner(_("The winner’s last play was a single two."), "2b"),
        deals.of_winner(_("The winner’s last play was a pair of twos."), "2a 2b"),
    ]
    return [Paragraph(text, pgettext("chapter of the rules", "Points"), worked_scores=shown)]


def _placement(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on points by the order of going out."""
    text = _(
        "Players score %(points)s points in the order in which they go out. The last place goes"
        " to the player who still has cards."
    )
    return [
        Paragraph(
            text % {"points": points_text(rules.placement_points)},
            pgettext("chapter of the rules", "Points"),
        )
    ]


def _indonesian(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraphs on card points, bonuses and special combinations (Indonesia)."""
    text = paragraph(
        _("Every player except the winner loses card points for the cards left in hand."),
        _card_values_sentence(rules),
    )
    bonuses = paragraph(
        _("The winner scores 5 points or, if the last play includes twos, 10 points for each two."),
        _("Any player also scores for special combinations that no one beat: %(specials)s.")
        % {"specials": _special_points_text(rules)},
        _("A special combination scores double if it was the player’s last play."),
    )
    shown = [
        deals.of_winner(_("The winner’s last play had no twos."), BARE_PAIR),
        deals.of_winner(_("The winner’s last play was a pair of twos."), "2a 2b"),
        deals.of_special(_("This player lost but had played four of a kind that no one beat.")),
    ]
    return [
        Paragraph(text, _("Card points")),
        *_factors(rules, deals),
        *_doublings(rules, deals),
        Paragraph(bonuses, _("Winning and special combinations"), worked_scores=shown),
    ]


def _special_points_text(rules: RuleSet) -> str:
    """Return the points for special combinations as a list in one text."""
    scores = [
        _("%(points)d for four of a kind") % {"points": SPECIAL_POINTS[Kind.FOUR_OF_A_KIND]},
        _("%(points)d for a straight flush") % {"points": SPECIAL_POINTS[Kind.STRAIGHT_FLUSH]},
        _("%(points)d for four twos") % {"points": FOUR_TWOS_POINTS},
    ]
    if rules.packs > 1 and rules.four_of_a_kind != "bare":
        points = SPECIAL_POINTS[Kind.FIVE_OF_A_KIND]
        scores.append(_("%(points)d for five of a kind") % {"points": points})
    return numbers.listed(scores)


def _card_values_sentence(rules: RuleSet) -> str:
    """Return the sentence on the card points of each card left."""
    worth = CARD_VALUES[rules.card_values]
    match rules.card_values:
        case "one":
            return _("Each card left counts %(value)d.") % {"value": worth[0]}
        case "ladder":
            return _(
                "A three counts %(lowest)d, a four %(second)d and so on, up to %(ace)d for an ace"
                " and %(highest)d for a two."
            ) % {"lowest": worth[0], "second": worth[1], "ace": worth[-2], "highest": worth[-1]}
        case "faces":
            return _(
                "Threes to tens count %(low)d, jacks, queens and kings %(face)d, aces %(ace)d and"
                " twos %(two)d."
            ) % {"low": worth[0], "face": worth[-3], "ace": worth[-2], "two": worth[-1]}
        case "twos_five":
            return _("A two counts %(two)d, every other card %(other)d.") % {
                "two": worth[-1],
                "other": worth[0],
            }
        case unknown:
            assert_never(unknown)


def _factors(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on multipliers for many cards left; empty without any."""
    factors = factors_text(rules.multipliers)
    sentences: list[str] = []
    shown: list[WorkedScore] = []
    if factors:
        if rules.multiply_only_starter:
            sentences += [
                _(
                    "For the player who made the first play of the deal, card points count"
                    " %(factors)s."
                )
                % {"factors": factors},
                _("For the other players, there’s no multiplier for many cards left."),
            ]
        else:
            sentences.append(_("Card points count %(factors)s.") % {"factors": factors})
        shown += [deals.of_count(count) for count in _factor_step_counts(rules)]
    if rules.unplayed_multiplier:
        sentences.append(_unplayed_sentence(rules.unplayed_multiplier))
        shown.append(deals.of_unplayed())
    if not sentences:
        return []
    return [Paragraph(paragraph(*sentences), _("Many cards left"), worked_scores=shown)]


def _unplayed_sentence(factor: int) -> str:
    """Return the sentence on the factor for a player who hasn't played a card."""
    if factor == 1:
        return _(
            "For a player who hasn’t played a single card, there’s no multiplier for many cards"
            " left."
        )
    if factor == 2:
        return _("For a player who hasn’t played a single card, card points always count double.")
    if factor == 3:
        return _("For a player who hasn’t played a single card, card points always count triple.")
    return _(
        "For a player who hasn’t played a single card, card points always count %(factor)d times"
        " as much."
    ) % {"factor": factor}


def _factor_step_counts(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of cards before and at the first change of the multiplier, if any."""
    for (_low, one), (start, other) in pairwise(rules.multipliers):
        if one != other and start < rules.hand_size:
            return start - 1, start
    return ()


def _doublings(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraphs on twos left, last twos, bombs and the cap, as far as they apply."""
    paragraphs = []
    if rules.double_per_two:
        text = chosen_sentence(rules, "double_per_two")
        paragraphs.append(Paragraph(text, _("Twos left"), worked_scores=[deals.of_twos_left()]))
    if rules.twos_last_double:
        text = chosen_sentence(rules, "twos_last_double")
        paragraphs.append(
            Paragraph(text, _("Going out with twos"), worked_scores=[deals.of_twos_last()])
        )
    if rules.bomb_doubles:
        paragraphs.append(_bombs(rules, deals))
    if rules.loss_cap:
        text = paragraph(
            chosen_sentence(rules, "loss_cap"),
            _("The cap is applied last, after all multipliers and doublings."),
            _("When a guard pays for everyone, the cap applies to each player’s loss separately.")
            if rules.guard_pays and rules.players > 2
            else "",
        )
        shown = deals.of_cap()
        paragraphs.append(Paragraph(text, _("Loss cap"), worked_scores=[shown] if shown else []))
    return paragraphs


def _bombs(rules: RuleSet, deals: WorkedScoreBuilder) -> Paragraph:
    """Return the paragraph on bombs that double losses."""
    if rules.four_of_a_kind == "bare":
        text = _(
            "Every straight flush played in the deal doubles all losses, whether it was beaten or"
            " not. Four of a kind without a fifth card doesn’t."
        )
    else:
        text = paragraph(
            _("Every bomb played in the deal doubles all losses, whether it was beaten or not."),
            _(
                "A bomb is four of a kind with its fifth card, or a straight flush with its two"
                " extra cards."
            )
            if rules.straight_flush_cards == 7
            else _("A bomb is four of a kind with its fifth card, or a straight flush."),
            _("Four of a kind without a fifth card isn’t a bomb.")
            if rules.four_of_a_kind == "either"
            else "",
            _("Five of a kind is a bomb too.") if rules.packs > 1 else "",
        )
    return Paragraph(
        text, _("Bombs double losses"), worked_scores=[deals.of_bombs(1), deals.of_bombs(2)]
    )


def _dragon(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on the losses after a dragon, if dragons win and losses count."""
    if not (rules.dragon_wins and rules.has_losses):
        return []
    # Without fixed card values, only an example can give a number.
    if rules.card_values != "one" or rules.double_per_two:
        text = _(
            "After a dragon, the others score as if they held all their cards and had played none."
        )
        return [Paragraph(text, _("After a dragon"), worked_scores=[deals.of_dragon()])]
    text = _(
        "After a dragon, the others score as if they held all their cards and had"
        " played none. That’s"
        " %(card_points)s each."
    )
    lost = deals.score_after_dragon().points[1]
    return [Paragraph(text % {"card_points": card_points(-lost)}, _("After a dragon"))]


# ---------------------------------------------------------------------- payments


def _payment(rules: RuleSet, deals: WorkedScoreBuilder) -> Paragraph:
    """Return the paragraph on who pays whom."""
    sentences = [payment_sentence(rules)]
    factors = factors_text(rules.multipliers)
    if rules.payment == "count_difference" and factors:
        sentences.append(
            _("Each difference in cards left counts %(factors)s.") % {"factors": factors}
        )
    if rules.payment == "loser_pays":
        sentences += _single_loser(rules)
    if rules.payment == "points":
        sentences.append(_("The points add up to 0: what some players win, the others pay."))
        if rules.going_out != "any":
            sentences.append(
                _(
                    "If a deal ends with several players still in, they share the points for their"
                    " places."
                )
            )
    sentences += [
        _("The stake sets how much money a point is worth."),
        _("The player who has won the most points over all deals wins the session."),
    ]
    if rules == RuleSet():
        sentences.append(
            _(
                "Many groups that play for money have one more rule: if you could have stopped an"
                " opponent’s last card but didn’t, you pay everyone’s losses. You can add this rule"
                " to your house rules."
            )
        )
    shown = [deals.whole(_("This is an example of a whole deal."))]
    return Paragraph(paragraph(*sentences), _("Who pays whom"), worked_scores=shown)


def _single_loser(rules: RuleSet) -> list[str]:
    """Return the sentences on which player is the loser who alone pays."""
    return [
        _(
            "The loser is the player with the most cards left. If players are tied, it’s the one"
            " with the most twos or, if they’re still tied, the one with the highest card."
        ),
        _(
            "If players are still tied, the loser is the one whose turn comes first after"
            " the winner."
        )
        if rules.packs > 1
        else "",
        _(
            "The card points on the score sheet are only for comparison. They don’t change"
            " who pays."
        ),
    ]


def _guard(rules: RuleSet, deals: WorkedScoreBuilder) -> list[Paragraph]:
    """Return the paragraph on the guard who pays for all, if the rules have one."""
    # With two players there is no other loser to pay for.
    if not (rules.guard_pays and rules.has_losses) or rules.players == 2:
        return []
    text = _("A guard who breaks the duty pays for all the losers. The other losers then score 0.")
    shown = deals.whole(_("This is the same deal, but here the guard broke the duty."), foul=True)
    return [Paragraph(text, _("When the guard pays"), worked_scores=[shown])]
