"""Sentences about the outcome of a deal and how its card points were counted.

A player's score is the net: points won or lost. "Card points" appear only in explanations.
"""

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.common import money
from games.common.languages import gettext as _
from games.common.numbers import signed, unsigned
from games.language.labels import kind_label
from games.rules.deal.state import Ending, Result
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import FactorReason, Loss, PointTransfer, SeatScore


def result_headline(result: Result, names: Sequence[str], reader: int | None = None) -> str:
    """Return the outcome of the deal as a heading: "Mei won the deal".

    :param reader: the reader's seat, addressed as "you"; likewise in this whole module
    """
    if result.winner is None:
        return _("Nobody could lead, so the deal is over")
    is_own, words = result.winner == reader, {"name": names[result.winner]}
    if result.ending is Ending.DRAGON:
        return _("You won with a dragon") if is_own else _("%(name)s won with a dragon") % words
    return _("You won the deal") if is_own else _("%(name)s won the deal") % words


def result_sentence(result: Result, names: Sequence[str], reader: int | None = None) -> str:
    """Return the outcome of the deal as a sentence: "Mei won the deal."

    `reader` is the number of the seat addressed as "you", or None.
    """
    if result.winner is None:
        return _("Nobody could lead, so the deal is over.")
    is_own, words = result.winner == reader, {"name": names[result.winner]}
    if result.ending is Ending.DRAGON:
        return _("You won with a dragon.") if is_own else _("%(name)s won with a dragon.") % words
    return _("You won the deal.") if is_own else _("%(name)s won the deal.") % words


def own_result(net: int, amount: str) -> str:
    """Return what the reader won or lost: "You lost 12 points."

    :param amount: the net in words, points or money, without a sign
    """
    if not net:
        return _("You broke even.")
    words = {"amount": amount}
    return (_("You won %(amount)s.") if net > 0 else _("You lost %(amount)s.")) % words


def card_points(count: int) -> str:
    """Return "22 card points": what cards count inside an explanation, never a player's score."""
    return ngettext("%(count)s card point", "%(count)s card points", count) % {
        "count": unsigned(count)
    }


def signed_card_points(count: int) -> str:
    """Return "+20 card points" or "−22 card points"."""
    return ngettext("%(count)s card point", "%(count)s card points", abs(count)) % {
        "count": signed(count)
    }


def card_points_line(name: str, points: int) -> str:
    """Return a player's card points in the deal: "Mei: −22 card points"."""
    return _("%(name)s: %(points)s") % {"name": name, "points": signed_card_points(points)}


def result_notes(rules: RuleSet, result: Result, names: Sequence[str]) -> list[str]:
    """Return notes on the outcome: a broken guard's duty, bombs and the cap on losses.

    After a dragon, return only the note on the dragon.
    """
    if result.ending is Ending.DRAGON:
        return [_("A dragon is one card of every rank. It wins the deal at once.")]
    said = _multiplier_notes(rules, result)
    if result.foul is None or result.winner is None:
        return said
    words = {"guard": names[result.foul], "winner": names[result.winner]}
    if rules.guard == "deals_next":
        return [_("%(guard)s let %(winner)s go out and must deal next.") % words, *said]
    return [_("%(guard)s let %(winner)s play their last card and go out.") % words, *said]


def _multiplier_notes(rules: RuleSet, result: Result) -> list[str]:
    """Return the notes on what multiplied all losses, or capped some."""
    losses = [seat.loss for seat in result.score.seats if seat.loss is not None]
    said = []
    bombs = max((loss.bombs for loss in losses), default=0)
    if bombs == 1:
        said.append(_("1 bomb was played, so all losses are doubled."))
    elif bombs:
        told = _("%(count)d bombs were played, so all losses are multiplied by %(factor)d.")
        said.append(told % {"count": bombs, "factor": 2**bombs})
    if any(loss.uncapped is not None for loss in losses):
        said.append(_("Losses are capped at %(cap)s.") % {"cap": card_points(rules.loss_cap)})
    return said


def score_sentences(
    scored: SeatScore, names: Sequence[str], *, is_dragon: bool = False
) -> list[str]:
    """Return how a seat's card points were counted, one sentence per step.

    :param is_dragon: whether the deal was won by a dragon, without play
    """
    sentences: list[str] = []
    if scored.place == 1 and is_dragon:
        sentences.append(_("Laid down a dragon."))
    elif scored.place is not None:
        sentences.append(_going_out_sentence(scored.place))
    if scored.bonus:
        words = {"points": signed_card_points(scored.bonus), "count": scored.twos_played}
        if scored.twos_played:
            with_twos = ngettext(
                "%(points)s for going out with %(count)d two in the last play.",
                "%(points)s for going out with %(count)d twos in the last play.",
                scored.twos_played,
            )
            sentences.append(with_twos % words)
        elif scored.place is None:
            sentences.append(_("%(points)s for still holding cards when the deal ended.") % words)
        else:
            sentences.append(_("%(points)s for going out.") % words)
    sentences += [
        _("%(points)s for %(kind)s that no one beat.")
        % {"points": signed_card_points(special.points), "kind": kind_label(special.kind)}
        for special in scored.specials
    ]
    if scored.loss is not None:
        sentences += _loss_sentences(scored.loss)
    if scored.paid_by is not None:
        sentences.append(
            _("%(name)s broke the guard’s duty and pays this loss.")
            % {"name": names[scored.paid_by]}
        )
    sentences += [
        _("Broke the guard’s duty, so pays %(name)s’s loss of %(points)s.")
        % {"points": card_points(amount), "name": names[seat]}
        for seat, amount in scored.pays_for
    ]
    return sentences


def _going_out_sentence(place: int) -> str:
    """Return the sentence on the place in which a player went out."""
    known = {
        1: _("Went out first."),
        2: _("Went out second."),
        3: _("Went out third."),
    }
    return known.get(place) or _("Went out in %(place)dth place.") % {"place": place}


def _loss_sentences(loss: Loss) -> list[str]:
    """Return "11 cards left, doubled = 22 card points.", or a sentence per step if more applies."""
    is_plain = loss.values == loss.cards and not (loss.twos or loss.twos_last or loss.bombs)
    by_cards_left = loss.reason is not FactorReason.UNPLAYED
    if is_plain and by_cards_left and loss.uncapped is None and loss.factor in (1, 2, 3):
        return [_loss_in_one_sentence(loss)]
    return [_cards_left_sentence(loss), *_multiplier_sentences(loss), _loss_total_sentence(loss)]


def _loss_in_one_sentence(loss: Loss) -> str:
    """Return the sentence for a loss with a factor of at most 3 and nothing else."""
    words = {"count": loss.cards, "points": card_points(loss.amount)}
    match loss.factor:
        case 1:
            told = ngettext(
                "%(count)d card left = %(points)s.",
                "%(count)d cards left = %(points)s.",
                loss.cards,
            )
        case 2:
            told = ngettext(
                "%(count)d card left, doubled = %(points)s.",
                "%(count)d cards left, doubled = %(points)s.",
                loss.cards,
            )
        case _:
            told = ngettext(
                "%(count)d card left, tripled = %(points)s.",
                "%(count)d cards left, tripled = %(points)s.",
                loss.cards,
            )
    return told % words


def _cards_left_sentence(loss: Loss) -> str:
    """Return the sentence on the number of cards left and their card points."""
    words = {"count": loss.cards, "points": card_points(loss.values)}
    told = ngettext(
        "%(count)d card left, worth %(points)s.",
        "%(count)d cards left, worth %(points)s.",
        loss.cards,
    )
    return told % words


def _multiplier_sentences(loss: Loss) -> list[str]:
    """Return one sentence for each multiplier that is not 1."""
    said = []
    if loss.factor != 1:
        why = (
            _("× %(factor)d for playing no cards.")
            if loss.reason is FactorReason.UNPLAYED
            else _("× %(factor)d for the number of cards left.")
        )
        said.append(why % {"factor": loss.factor})
    if loss.twos:
        twos = ngettext(
            "× %(factor)d for %(count)d two left.",
            "× %(factor)d for %(count)d twos left.",
            loss.twos,
        )
        said.append(twos % {"factor": 2**loss.twos, "count": loss.twos})
    if loss.twos_last:
        said.append(_("× 2 because the winner’s last play was all twos."))
    if loss.bombs:
        bombs = ngettext(
            "× %(factor)d for %(count)d bomb.", "× %(factor)d for %(count)d bombs.", loss.bombs
        )
        said.append(bombs % {"factor": 2**loss.bombs, "count": loss.bombs})
    return said


def _loss_total_sentence(loss: Loss) -> str:
    """Return the sentence on the total loss, with the loss before the cap if it was capped."""
    words = {"points": card_points(loss.amount)}
    if loss.uncapped is not None:
        words["uncapped"] = unsigned(loss.uncapped)
        return _("Total: %(uncapped)s, capped at %(points)s.") % words
    return _("Total: %(points)s.") % words


def payment_sentence(
    payment: PointTransfer, names: Sequence[str], reader: int | None = None
) -> str:
    """Return what one player lost to another in the deal: "Ada lost 12 points to Mei."

    `reader` is the number of the seat addressed as "you", or None.
    """
    words = {
        "payer": names[payment.payer],
        "payee": names[payment.payee],
        "amount": money.points(payment.amount),
        "difference": payment.difference,
        "factor": payment.factor,
    }
    if payment.payer == reader:
        if payment.factor == 1:
            return _("You lost %(amount)s to %(payee)s.") % words
        return _("You lost %(amount)s to %(payee)s (%(difference)d × %(factor)d).") % words
    if payment.payee == reader:
        if payment.factor == 1:
            return _("You won %(amount)s from %(payer)s.") % words
        return _("You won %(amount)s from %(payer)s (%(difference)d × %(factor)d).") % words
    if payment.factor == 1:
        return _("%(payer)s lost %(amount)s to %(payee)s.") % words
    return _("%(payer)s lost %(amount)s to %(payee)s (%(difference)d × %(factor)d).") % words
