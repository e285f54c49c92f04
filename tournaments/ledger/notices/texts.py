"""Texts of ledger notices."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText
from games.common import money
from games.common.languages import paragraph
from tournaments.ledger.corrections.texts import new_maximum_sentences
from tournaments.ledger.notices.kinds import ABOUT_TRANSFERS, LedgerKind
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import Events, source_name

_Kind = LedgerKind
#: Kinds that need an answer.
URGENT = (_Kind.CLAIMED, _Kind.ASKED, _Kind.DISPUTED, _Kind.PROPOSED)


def notice_text(notice: Notice, settlement: Settlement, events: Events) -> NoticeText:
    """Return the text of a notice about the settlement, or about one of its transfers.

    The settlement's club and session are prefetched.
    """
    source = source_name(settlement, events)
    params = notice.params
    amount = params.get("amount")
    words = {
        "source": source,
        "by": params.get("by", ""),
        "amount": money.amount(abs(amount), settlement.currency) if isinstance(amount, int) else "",
        "reason": params.get("reason", ""),
    }
    title, detail = _title_and_detail(
        _Kind(notice.kind),
        is_paid=bool(params.get("is_paid")),
        actor_name=words["by"],
        amount=amount if isinstance(amount, int) else None,
        is_club_list=settlement.source == Settlement.Source.CLUB,
    )
    title, detail = title % words, detail % words
    if losses := params.get("higher"):
        reason = _("Reason: %(reason)s") % words
        detail = paragraph(new_maximum_sentences(losses), reason)
    url = settlement.get_absolute_url()
    if notice.kind in ABOUT_TRANSFERS:
        url = reverse("payment", args=[notice.subject_id])
    if notice.kind == _Kind.PROPOSED and isinstance(number := params.get("correction"), int):
        url = reverse("session_correction", args=[settlement.slug, number])
    if notice.kind == _Kind.PENDING and isinstance(params.get("result"), int):
        url = reverse("pending_result", args=[params["result"]])
    return NoticeText(title, detail, url, is_urgent=notice.kind in URGENT)


def _title_and_detail(
    kind: LedgerKind,
    *,
    is_paid: bool,
    actor_name: str,
    amount: int | None,
    is_club_list: bool,
) -> tuple[str, str]:
    """Return a notice's title and detail, with placeholders such as ``%(by)s``.

    :param amount: what the reader won, negative for a loss; None in kinds without an amount and in
        notices stored before notices had one
    :param is_club_list: whether the settlement combines a club's open payments
    """
    if kind == _Kind.PENDING:
        title = (
            _("You lost %(amount)s. Do you accept the result?")
            if amount is not None and amount < 0
            else _("You won %(amount)s. Do you accept the result?")
        )
        return title, _(
            "Nothing is owed until you accept. The result lapses after 30 days. %(source)s"
        )
    if kind == _Kind.SETTLED and amount is not None:
        return _amount_title(amount, is_club_list), _("See who pays whom. %(source)s")
    if kind == _Kind.ACCEPTED and not actor_name:
        return (
            _("A result was accepted"),
            _("The pending amounts are now settled. %(source)s"),
        )
    if kind == _Kind.RESOLVED:
        title = (
            _("Dispute resolved: %(amount)s was paid")
            if is_paid
            else _("Dispute resolved: %(amount)s was not paid")
        )
        return title, _("%(by)s: %(reason)s (%(source)s)")
    if kind == _Kind.REMINDER:
        if actor_name:
            return _("Reminder from %(by)s: %(amount)s is still due"), "%(source)s"
        return _("Reminder: %(amount)s is still due"), "%(source)s"
    return {
        _Kind.ACCEPTED: (
            _("%(by)s accepted a result"),
            _("The pending amounts are now settled. %(source)s"),
        ),
        _Kind.DECLINED: (
            _("%(by)s’s result was declined"),
            _("The pending amounts aren’t owed. %(source)s"),
        ),
        _Kind.LAPSED: (
            _("%(by)s’s result lapsed"),
            _(
                "The result wasn’t accepted within 30 days, so the pending amounts aren’t owed. "
                "%(source)s"
            ),
        ),
        _Kind.SETTLED: (_("Settled: %(source)s"), _("See who pays whom.")),
        _Kind.CORRECTED: (_("Result corrected: %(source)s"), "%(reason)s"),
        _Kind.PROPOSED: (
            _("%(by)s proposed a corrected result: %(source)s"),
            _("Confirm or decline the correction. Reason: %(reason)s"),
        ),
        _Kind.KEPT: (
            _("%(by)s declined the corrected result: %(source)s"),
            _("The result hasn’t changed."),
        ),
        _Kind.CLAIMED: (
            _("%(by)s marked %(amount)s as paid to you"),
            _("Confirm or dispute the payment. %(source)s"),
        ),
        _Kind.ASKED: (
            _("%(by)s asks you to waive %(amount)s"),
            _("Agree to the request or decline it. %(source)s"),
        ),
        _Kind.CONFIRMED: (_("%(by)s confirmed your payment of %(amount)s"), "%(source)s"),
        _Kind.WAIVED: (_("%(by)s waived %(amount)s: you don’t have to pay it"), "%(source)s"),
        _Kind.DISPUTED: (
            _("%(by)s disputed your payment of %(amount)s"),
            _("%(reason)s (%(source)s)"),
        ),
        _Kind.WITHDRAWN: (
            _("%(by)s withdrew a payment or request for %(amount)s"),
            "%(source)s",
        ),
    }[kind]


def _amount_title(amount: int, is_club_list: bool) -> str:
    """Return the title on what a player won, or owes by a club's list, with a placeholder."""
    if is_club_list:
        if amount == 0:
            return _("You’re settled up")
        return _("You owe %(amount)s") if amount < 0 else _("You’re owed %(amount)s")
    return _("You lost %(amount)s") if amount < 0 else _("You won %(amount)s")
