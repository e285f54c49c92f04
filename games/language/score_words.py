"""How a deal ended, and how its points came about, in sentences."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.common.languages import gettext as _
from games.common.numbers import ordinal, signed, unsigned
from games.language.labels import kind_label
from games.rules.deal import Ending, Result
from games.rules.ruleset import RuleSet
from games.rules.scoring import FactorReason, Loss, PointTransfer, SeatScore


def result_headline(result: Result, names: Sequence[str], reader: int | None = None) -> str:
    """Return how the deal ended as a heading: "Mei won the deal".

    :param reader: the seat of whoever reads it, who is "you"; as for all of this module
    """
    if result.winner is None:
        return _("Nobody was allowed to lead: the deal is over")
    is_own, words = result.winner == reader, {"name": names[result.winner]}
    if result.ending is Ending.DRAGON:
        if is_own:
            return _("You were dealt a dragon and win")
        return _("%(name)s was dealt a dragon and wins") % words
    return _("You won the deal") if is_own else _("%(name)s won the deal") % words


def result_sentence(result: Result, names: Sequence[str], reader: int | None = None) -> str:
    """Return how the deal ended as a sentence: "Mei won the deal." """
    return _("%(headline)s.") % {"headline": result_headline(result, names, reader)}


def own_result(net: int, amount: str, *, is_over: bool = False) -> str:
    """Return what the reader has won or lost: "You pay 12 points.", or of a session "You lost …".

    :param amount: how much that is, without a sign
    :param is_over: whether it is the session's sum, and no longer one deal's
    """
    if not net:
        return _("You come out even.")
    words = {"amount": amount}
    if is_over:
        return (_("You won %(amount)s.") if net > 0 else _("You lost %(amount)s.")) % words
    return (_("You win %(amount)s.") if net > 0 else _("You pay %(amount)s.")) % words


def result_notes(rules: RuleSet, result: Result, names: Sequence[str]) -> list[str]:
    """Return what else is to be said of how the deal ended."""
    if result.ending is Ending.DRAGON:
        return [_("A dragon is one card of every rank. Nobody plays against it.")]
    said = _costs(rules, result)
    if result.foul is None or result.winner is None:
        return said
    words = {"guard": names[result.foul], "winner": names[result.winner]}
    if rules.guard == "deals_next":
        return [_("%(guard)s let %(winner)s go out, and deals the next deal.") % words, *said]
    return [_("%(guard)s let %(winner)s go out with the last card.") % words, *said]


def _costs(rules: RuleSet, result: Result) -> list[str]:
    """Return what made all losses dearer, or stopped them."""
    losses = [seat.loss for seat in result.score.seats if seat.loss is not None]
    said = []
    bombs = max((loss.bombs for loss in losses), default=0)
    if bombs:
        told = ngettext(
            "%(count)d bomb was played: all losses count double.",
            "%(count)d bombs were played: all losses count %(factor)d times.",
            bombs,
        )
        said.append(told % {"count": bombs, "factor": 2**bombs})
    if any(loss.uncapped is not None for loss in losses):
        capped = ngettext(
            "No loss counts for more than %(cap)d point.",
            "No loss counts for more than %(cap)d points.",
            rules.loss_cap,
        )
        said.append(capped % {"cap": rules.loss_cap})
    return said


def score_sentences(
    scored: SeatScore, names: Sequence[str], *, is_dragon: bool = False
) -> list[str]:
    """Return how a seat's points came about, one sentence a step.

    :param is_dragon: whether the deal was won by a dragon, and nobody played
    """
    sentences: list[str] = []
    if scored.place == 1 and is_dragon:
        sentences.append(_("Laid down a dragon."))
    elif scored.place is not None:
        sentences.append(
            _("Out of cards first.")
            if scored.place == 1
            else _("%(place)s to go out.") % {"place": ordinal(scored.place)}
        )
    if scored.bonus:
        if scored.twos_played:
            sentences.append(
                ngettext(
                    "%(bonus)s, with one two in the last play.",
                    "%(bonus)s, with %(count)d twos in the last play.",
                    scored.twos_played,
                )
                % {"bonus": signed(scored.bonus), "count": scored.twos_played}
            )
        elif scored.place is None:
            sentences.append(_("%(bonus)s at the end.") % {"bonus": signed(scored.bonus)})
        else:
            sentences.append(_("%(bonus)s for it.") % {"bonus": signed(scored.bonus)})
    sentences += [
        _("%(points)s for %(kind)s that nobody beat.")
        % {"points": signed(special.points), "kind": kind_label(special.kind)}
        for special in scored.specials
    ]
    if scored.loss is not None:
        sentences.append(_loss_sentence(scored.loss))
    if scored.paid_by is not None:
        sentences.append(
            _("%(name)s broke the guard's duty and takes this loss.")
            % {"name": names[scored.paid_by]}
        )
    sentences += [
        _("Takes %(amount)d for %(name)s, for breaking the guard's duty.")
        % {"amount": amount, "name": names[seat]}
        for seat, amount in scored.pays_for
    ]
    return sentences


def _loss_sentence(loss: Loss) -> str:
    """Return "11 cards left × 2 for so many = 22." """
    counted = ngettext("%(count)d card left", "%(count)d cards left", loss.cards) % {
        "count": loss.cards
    }
    steps = [counted]
    if loss.values != loss.cards:
        steps.append(_("worth %(values)d") % {"values": loss.values})
        if loss.amount == loss.values and loss.uncapped is None:
            return _("%(loss)s.") % {"loss": " ".join(steps)}
    if loss.factor != 1:
        why = (
            _("× %(factor)d for playing no card")
            if loss.reason is FactorReason.UNPLAYED
            else _("× %(factor)d for so many")
        )
        steps.append(why % {"factor": loss.factor})
    if loss.twos:
        steps.append(
            ngettext("× %(factor)d for %(count)d two", "× %(factor)d for %(count)d twos", loss.twos)
            % {"factor": 2**loss.twos, "count": loss.twos}
        )
    if loss.twos_last:
        steps.append(_("× 2 for twos played last"))
    if loss.bombs:
        steps.append(
            ngettext(
                "× %(factor)d for %(count)d bomb", "× %(factor)d for %(count)d bombs", loss.bombs
            )
            % {"factor": 2**loss.bombs, "count": loss.bombs}
        )
    if loss.uncapped is not None:
        return _("%(loss)s = %(uncapped)d, capped at %(amount)d.") % {
            "loss": " ".join(steps),
            "uncapped": loss.uncapped,
            "amount": loss.amount,
        }
    if len(steps) == 1:
        return _("%(loss)s.") % {"loss": counted}
    return _("%(loss)s = %(amount)d.") % {"loss": " ".join(steps), "amount": loss.amount}


def payment_sentence(
    payment: PointTransfer, names: Sequence[str], reader: int | None = None
) -> str:
    """Return "Ada pays Mei 12." """
    words = {
        "payer": names[payment.payer],
        "payee": names[payment.payee],
        "amount": _sum_of(payment),
    }
    if payment.payer == reader:
        return _("You pay %(payee)s %(amount)s.") % words
    if payment.payee == reader:
        return _("%(payer)s pays you %(amount)s.") % words
    return _("%(payer)s pays %(payee)s %(amount)s.") % words


def _sum_of(payment: PointTransfer) -> str:
    """Return "12", or how it came about: "4 × 3 = 12"."""
    if payment.factor == 1:
        return unsigned(payment.amount)
    return _("%(difference)d × %(factor)d = %(amount)d") % {
        "difference": payment.difference,
        "factor": payment.factor,
        "amount": payment.amount,
    }
