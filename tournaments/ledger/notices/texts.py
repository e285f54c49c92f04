"""Texts of ledger notices."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText
from games.common import money, numbers
from games.common.languages import paragraph
from tournaments.clubs.models import Club
from tournaments.ledger.corrections.texts import new_maximum_sentences
from tournaments.ledger.notices.kinds import ABOUT_TRANSFERS, LedgerKind
from tournaments.ledger.settling.debt_sentences import OWES, Party, debt_sentence, party_of
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.names import Events, account_name, house_name, source_name

_Kind = LedgerKind
#: Titles and details of notices to the user who recorded the payment for payer and payee.
_RECORDER_TEXTS = {
    _Kind.DISPUTED: (
        gettext_noop("%(by)s disputed the payment of %(amount)s that you recorded"),
        gettext_noop("%(source)s. Reason: %(reason)s"),
    ),
    _Kind.CONFIRMED: (
        gettext_noop("%(by)s confirmed the payment of %(amount)s that you recorded"),
        "%(source)s",
    ),
    _Kind.WITHDRAWN: (
        gettext_noop("%(by)s withdrew the payment of %(amount)s that you recorded"),
        "%(source)s",
    ),
}
#: Kinds that need an answer.
URGENT = (_Kind.CLAIMED, _Kind.ASKED, _Kind.DISPUTED, _Kind.PROPOSED)


def notice_text(
    notice: Notice, settlement: Settlement, events: Events, transfers: Sequence[Transfer]
) -> NoticeText:
    """Return the text of a notice about the settlement, or about one of its transfers.

    The settlement's club and session are prefetched.

    :param transfers: the settlement's open payments, or the one that the notice is about
    """
    kind = _Kind(notice.kind)
    if kind in (_Kind.SETTLED, _Kind.ACCEPTED):
        owed = _owed_text(notice, settlement, events, transfers)
        if owed is not None:
            return owed
    params = notice.params
    amount = params.get("amount")
    words = {
        "source": source_name(settlement, events),
        "by": params.get("by", ""),
        "amount": money.amount(abs(amount), settlement.currency) if isinstance(amount, int) else "",
        "reason": params.get("reason", ""),
        "payer": params.get("payer", ""),
        "payee": params.get("payee", "") or house_name(settlement),
    }
    title, detail = _title_and_detail(
        kind,
        is_paid=bool(params.get("is_paid")),
        actor_name=words["by"],
        amount=amount if isinstance(amount, int) else None,
        is_to_reader=bool(params.get("is_payee")),
        is_recorder=bool(params.get("is_recorder")),
        is_club_list=settlement.source == Settlement.Source.CLUB,
    )
    if kind == _Kind.CLAIMED:
        title = _claim_title(notice, settlement, transfers, words)
    title, detail = title % words, detail % words
    if losses := params.get("higher"):
        reason = _("Reason: %(reason)s") % words
        detail = paragraph(new_maximum_sentences(losses), reason)
    url = settlement.get_absolute_url()
    if kind in ABOUT_TRANSFERS:
        url = reverse("payment", args=[notice.subject_id])
    if kind == _Kind.PROPOSED and isinstance(number := params.get("correction"), int):
        url = reverse("session_correction", args=[settlement.slug, number])
    if kind == _Kind.PENDING and isinstance(params.get("result"), int):
        url = reverse("pending_result", args=[params["result"]])
    button = _button(kind, is_payer=any(_pays(each, notice) for each in transfers))
    return NoticeText(title, detail, url, is_urgent=kind in URGENT, button=button)


def _pays(transfer: Transfer, notice: Notice) -> bool:
    """Return whether the notice's reader pays the transfer."""
    return transfer.payer.user_id == notice.user_id


def _owed_text(
    notice: Notice, settlement: Settlement, events: Events, transfers: Sequence[Transfer]
) -> NoticeText | None:
    """Return what the reader has to pay or gets by the settlement; None if nothing is open."""
    pays = [each for each in transfers if _pays(each, notice)]
    own = pays or [each for each in transfers if each.payee.user_id == notice.user_id]
    if not own:
        return None
    others = [
        {
            "name": account_name(each.payee if pays else each.payer, settlement),
            "amount": money.amount(each.open_amount, settlement.currency),
        }
        for each in own
    ]
    source, url, said = source_name(settlement, events), settlement.get_absolute_url(), ""
    if len(own) == 1:
        party = party_of(own[0].payee if pays else own[0].payer, settlement)
        parties = (Party.READER, party) if pays else (party, Party.READER)
        words = {"payer": others[0]["name"], "payee": others[0]["name"]} | others[0]
        title = debt_sentence(OWES, *parties, words)
        url = reverse("payment", args=[own[0].pk])
    else:
        total = money.amount(sum(each.open_amount for each in own), settlement.currency)
        title = _("You owe %(amount)s") if pays else _("You’re owed %(amount)s")
        title %= {"amount": total}
        said = numbers.listed([_("%(name)s %(amount)s") % each for each in others])
    by = notice.params.get("by") if notice.kind == _Kind.ACCEPTED else ""
    accepted = _("%(by)s accepted a result") % {"by": by} if by else ""
    detail = " · ".join(filter(None, (accepted, source, said)))
    button = _("Pay") if pays else _("View payments")
    return NoticeText(title, detail, url, button=button)


def _claim_title(
    notice: Notice, settlement: Settlement, transfers: Sequence[Transfer], words: dict[str, str]
) -> str:
    """Return the title of a payment that its payer or a keeper marked as paid.

    Adds the payee's name to the words if it is not the reader.
    """
    transfer = next(iter(transfers), None)
    if transfer is not None and transfer.payee.user_id != notice.user_id:
        words["payee"] = account_name(transfer.payee, settlement)
        return _("%(by)s marked %(amount)s as paid to %(payee)s")
    if transfer is None or transfer.payer.user_id is None:
        return _("%(by)s marked %(amount)s as paid to you")
    return _("%(by)s says they paid you %(amount)s")


def _button(kind: LedgerKind, *, is_payer: bool) -> str:
    """Return the label of the button to the notice's page."""
    if kind == _Kind.CLAIMED:
        return _("Confirm or dispute")
    if kind in (_Kind.ASKED, _Kind.PROPOSED, _Kind.PENDING):
        return pgettext("button", "Answer")
    if kind == _Kind.DISPUTED:
        return _("View dispute")
    if kind == _Kind.DUE or (kind == _Kind.REMINDER and is_payer):
        return _("Pay")
    return _("View payment") if kind in ABOUT_TRANSFERS else _("View settlement")


def departure_text(notice: Notice, club: Club) -> NoticeText:
    """Return the notice to keepers about a member who left the club with open payments."""
    words = _departure_words(notice, club)
    if words["yours"] and words["yours"] == words["owes"]:
        title = _("%(name)s left %(club)s and still owes you %(owes)s") % words
    elif words["yours"]:
        title = _("%(name)s left %(club)s and still owes %(owes)s, %(yours)s of it to you") % words
    elif words["owes"]:
        title = _("%(name)s left %(club)s and still owes %(owes)s") % words
    else:
        title = _("%(name)s left %(club)s and is still owed %(owed)s") % words
    url = reverse("club_accounts", args=[club.slug])
    return NoticeText(title, _("The payments stay open."), url, button=_("View accounts"))


def creditor_text(notice: Notice, club: Club) -> NoticeText:
    """Return the notice to a member about one who left the club and owes them money."""
    title = _("%(name)s left %(club)s and still owes you %(owes)s") % _departure_words(notice, club)
    detail = _("The debt stays open. The club’s organizers and treasurers can see it, too.")
    return NoticeText(title, detail, reverse("payments"), button=_("View payments"))


def _departure_words(notice: Notice, club: Club) -> dict[str, str]:
    """Return the names of member and club, and the amounts that are owed, as texts."""
    words = {"name": str(notice.params.get("name", "")), "club": club.name}
    for side in ("owes", "owed", "yours"):
        sums = notice.params.get(side) or []
        words[side] = numbers.listed([money.amount(minor, currency) for minor, currency in sums])
    return words


def _title_and_detail(
    kind: LedgerKind,
    *,
    is_paid: bool,
    actor_name: str,
    amount: int | None,
    is_to_reader: bool,
    is_recorder: bool,
    is_club_list: bool,
) -> tuple[str, str]:
    """Return a notice's title and detail, with placeholders such as ``%(by)s``.

    :param amount: what the reader won, negative for a loss; None in kinds without an amount and in
        notices stored before notices had one
    :param is_to_reader: whether the reader is the payee of a recorded payment
    :param is_recorder: whether the reader recorded the payment for payer and payee
    :param is_club_list: whether the settlement combines a club's open payments
    """
    if is_recorder and kind in _RECORDER_TEXTS:
        title, detail = _RECORDER_TEXTS[kind]
        return _(title), _(detail)
    if kind == _Kind.PENDING:
        title = (
            _("You lost %(amount)s. Do you accept the result?")
            if amount is not None and amount < 0
            else _("You won %(amount)s. Do you accept the result?")
        )
        return title, _about_source(
            _("Nothing is owed until you accept. The result lapses after 30 days.")
        )
    if kind == _Kind.SETTLED and amount is not None:
        return _amount_title(amount, is_club_list), _about_source(_("See who pays whom."))
    if kind == _Kind.ACCEPTED and not actor_name:
        return (
            _("A result was accepted"),
            _about_source(_("The pending amounts are now settled.")),
        )
    if kind == _Kind.RESOLVED:
        title = (
            _("Dispute resolved: %(amount)s was paid")
            if is_paid
            else _("Dispute resolved: %(amount)s was not paid")
        )
        return title, _("%(source)s. %(by)s wrote: %(reason)s")
    if kind == _Kind.RECORDED:
        if is_to_reader:
            return _("%(by)s recorded that %(payer)s paid you %(amount)s"), _about_source(
                _("If you didn’t get the money, dispute the payment within 7 days.")
            )
        return _("%(by)s recorded that you paid %(payee)s %(amount)s"), "%(source)s"
    if kind == _Kind.REMINDER:
        if actor_name:
            return _("Reminder from %(by)s: %(amount)s is still due"), "%(source)s"
        return _("Reminder: %(amount)s is still due"), "%(source)s"
    return {
        _Kind.ACCEPTED: (
            _("%(by)s accepted a result"),
            _about_source(_("The pending amounts are now settled.")),
        ),
        _Kind.DECLINED: (
            _("%(by)s’s result was declined"),
            _about_source(_("The pending amounts aren’t owed.")),
        ),
        _Kind.LAPSED: (
            _("%(by)s’s result lapsed"),
            _about_source(
                _("The result wasn’t accepted within 30 days, so the pending amounts aren’t owed.")
            ),
        ),
        _Kind.DUE: (
            _("You owe %(payee)s %(amount)s for %(source)s"),
            _("Pay %(payee)s, then mark the amount as paid."),
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
            "",
            _about_source(_("Confirm or dispute the payment.")),
        ),
        _Kind.ASKED: (
            _("%(by)s asks you to waive %(amount)s"),
            _about_source(_("Agree to the request or decline it.")),
        ),
        _Kind.CONFIRMED: (_("%(by)s confirmed your payment of %(amount)s"), "%(source)s"),
        _Kind.WAIVED: (_("%(by)s waived %(amount)s: you don’t have to pay it"), "%(source)s"),
        _Kind.DISPUTED: (
            _("%(by)s disputed your payment of %(amount)s"),
            _("%(source)s. Reason: %(reason)s"),
        ),
        _Kind.WITHDRAWN: (
            _("%(by)s withdrew a payment or request for %(amount)s"),
            "%(source)s",
        ),
    }[kind]


def _about_source(sentence: str) -> str:
    """Return a notice's detail: a placeholder for what was settled, then the sentence."""
    return f"%(source)s · {sentence}"


def _amount_title(amount: int, is_club_list: bool) -> str:
    """Return the title on what a player won, or owes by a club's list, with a placeholder."""
    if is_club_list:
        if amount == 0:
            return _("You’re settled up")
        return _("You owe %(amount)s") if amount < 0 else _("You’re owed %(amount)s")
    return _("You lost %(amount)s") if amount < 0 else _("You won %(amount)s")
