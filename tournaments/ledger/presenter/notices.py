"""What people are told of settlements and payments, in words."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.models import LedgerNotice
from tournaments.ledger.presenter.corrections import new_maximum_sentences
from tournaments.ledger.presenter.names import Events, source_name

_Kind = LedgerNotice.Kind
#: Those that wait for an answer.
URGENT = (_Kind.CLAIMED, _Kind.ASKED, _Kind.DISPUTED, _Kind.PROPOSED)


@dataclass(frozen=True, slots=True)
class LedgerWords:
    """A notice as people read it."""

    title: str
    detail: str
    url: str


def ledger_words(notice: LedgerNotice, events: Events) -> LedgerWords:
    """Return the notice in words; its settlement is fetched, with club and session."""
    settlement = notice.settlement
    source = source_name(settlement, events)
    params = notice.params
    amount = params.get("amount")
    words = {
        "source": source,
        "by": params.get("by", ""),
        "amount": money.amount(abs(amount), settlement.currency) if isinstance(amount, int) else "",
        "reason": params.get("reason", ""),
    }
    title, detail = _sentences(
        _Kind(notice.kind),
        is_paid=bool(params.get("is_paid")),
        by=words["by"],
        is_loss=isinstance(amount, int) and amount < 0,
    )
    title, detail = title % words, detail % words
    if higher := params.get("higher"):
        reason = _("Reason: %(reason)s") % words
        detail = f"{new_maximum_sentences(higher)} {reason}"
    url = settlement.get_absolute_url()
    if notice.transfer_id is not None:
        url = reverse("payment", args=[notice.transfer_id])
    if notice.kind == _Kind.PROPOSED and isinstance(number := params.get("correction"), int):
        url = reverse("session_correction", args=[settlement.slug, number])
    if notice.kind == _Kind.PENDING and isinstance(params.get("result"), int):
        url = reverse("pending_result", args=[params["result"]])
    return LedgerWords(title, detail, url)


def _sentences(
    kind: LedgerNotice.Kind, *, is_paid: bool, by: str, is_loss: bool
) -> tuple[str, str]:
    if kind == _Kind.PENDING:
        title = (
            _("%(source)s: your result waits for your yes. You lost %(amount)s.")
            if is_loss
            else _("%(source)s: your result waits for your yes. You won %(amount)s.")
        )
        return title, _("Nobody owes it until you accept. It lapses after 30 days.")
    if kind == _Kind.ACCEPTED and not by:
        return _("%(source)s: a result was accepted."), _("What was pending is settled now.")
    if kind == _Kind.RESOLVED:
        title = (
            _("The dispute is settled: %(amount)s were paid.")
            if is_paid
            else _("The dispute is settled: %(amount)s were not paid.")
        )
        return title, _("%(by)s: %(reason)s (%(source)s)")
    if kind == _Kind.REMINDER:
        if by:
            return _("%(by)s reminds you: %(amount)s are still to be paid."), "%(source)s"
        return _("A reminder: %(amount)s are still open."), "%(source)s"
    return {
        _Kind.ACCEPTED: (
            _("%(source)s: %(by)s accepted a result."),
            _("What was pending is settled now."),
        ),
        _Kind.DECLINED: (
            _("%(source)s: the result of %(by)s was declined."),
            _("What was pending is owed by nobody."),
        ),
        _Kind.LAPSED: (
            _("%(source)s: the result of %(by)s lapsed."),
            _("It was not accepted within 30 days, so what was pending is owed by nobody."),
        ),
        _Kind.SETTLED: (_("%(source)s is settled."), _("See who pays whom.")),
        _Kind.CORRECTED: (_("A result was corrected: %(source)s."), "%(reason)s"),
        _Kind.PROPOSED: (
            _("%(by)s proposes another result: %(source)s."),
            _("Confirm or decline it. Reason: %(reason)s"),
        ),
        _Kind.KEPT: (
            _("%(by)s declined the proposed result: %(source)s."),
            _("The result stays as it was."),
        ),
        _Kind.CLAIMED: (
            _("%(by)s says that %(amount)s were paid to you."),
            _("Confirm it, or say that it is not right. %(source)s"),
        ),
        _Kind.ASKED: (
            _("%(by)s asks you to let %(amount)s go."),
            _("Agree to it, or say no. %(source)s"),
        ),
        _Kind.CONFIRMED: (_("%(by)s has received %(amount)s."), "%(source)s"),
        _Kind.WAIVED: (_("%(by)s lets %(amount)s go: you need not pay them."), "%(source)s"),
        _Kind.DISPUTED: (
            _("%(by)s disputes your payment of %(amount)s."),
            _("%(reason)s (%(source)s)"),
        ),
        _Kind.WITHDRAWN: (
            _("%(by)s takes back that %(amount)s were paid, or asked for."),
            "%(source)s",
        ),
    }[kind]
