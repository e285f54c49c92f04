"""Fills slots of other packages.

These are the settlement on session pages, notices on the home page, and the tab of accounts and
warnings about open payments on pages of clubs.
"""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from accounts.notices import senders
from games.common import money, numbers
from games.screens.notices import HomeNotice, home_notices, waiting
from games.screens.session_lines import not_owed
from games.tables import links
from games.tables.clubs import house_debt
from games.tables.links import PagePart
from tournaments.clubs.links import (
    ClubTab,
    Departure,
    JoiningTerms,
    agree_on_joining,
    ask_new_member,
    club_tabs,
    departure_warnings,
    joining_terms,
    membership_ended,
)
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.accounts import selectors
from tournaments.ledger.accounts.context import TAB
from tournaments.ledger.bills.notices import BillSender, bill_question
from tournaments.ledger.bills.selectors import to_answer, to_answer_by_id
from tournaments.ledger.dues import services as dues_services
from tournaments.ledger.dues.notices import DuesSender
from tournaments.ledger.dues.selectors import dues_of
from tournaments.ledger.dues.services import end_agreement
from tournaments.ledger.dues.texts import terms_sentences
from tournaments.ledger.notices.sender import DepartureSender, SettlementSender, TransferSender
from tournaments.ledger.notices.services import notify_departure, open_sums
from tournaments.ledger.payees.notices import PayeeSender
from tournaments.ledger.payments.home_notices import payment_notices
from tournaments.ledger.payments.selectors import awaiting_answer_by_id, debts_by_id
from tournaments.ledger.pending import selectors as pending
from tournaments.ledger.pending.lines import result_lines
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.topics import register_topics

#: Maximum number of pending results on the home page; answering one shows the next.
MAX_RESULTS = 5


def _settlement_part(slug: str, number: int) -> PagePart:
    """Return URL and waiting text of the settlement that a session page loads later."""
    url = reverse("session_settlement", args=[slug, number])
    return PagePart(url, _("Working out the settlement…"))


def _open_notices(user: User) -> list[HomeNotice]:
    """Return results to answer and payments to answer or make; none for guests."""
    if user.is_guest:
        return []
    return [*_result_notices(user), *payment_notices(user)]


def _result_notices(user: User) -> list[HomeNotice]:
    """Return notices of at most five pending results the user can answer. At most two queries."""
    rows = list(pending.waiting_for(user)[:MAX_RESULTS])
    events = pending.events_of(rows)
    return [
        HomeNotice(
            each.words,
            each.detail,
            each.url,
            is_urgent=True,
            press_label=pgettext("button", "Answer"),
        )
        for each in result_lines(rows, events, user.pk)
    ]


def _accounts_tab(club: Club, role: Role | None) -> ClubTab | None:
    """Return the tab "Accounts" of the club's pages; None if the role may not see it."""
    if not may(role, Right.SEE_MEMBERS):
        return None
    return ClubTab(
        TAB, pgettext("of a club", "Accounts"), reverse("club_accounts", args=[club.slug]), order=2
    )


def _departure_money_warnings(club: Club, user: User | None) -> list[str]:
    """Return a leaving user's warnings about open payments; for None, those on closing the club."""
    if user is None:
        is_open = Transfer.objects.filter(settlement__club=club, open_amount__gt=0).exists()
        if not is_open:
            return []
        return [
            _("Closing the club doesn’t cancel debts: open payments can still be made afterward.")
        ]
    sentences = {
        "owes": _("You still owe %(amounts)s."),
        "owed": _("You are still owed %(amounts)s."),
    }
    warnings = []
    for side, sums in open_sums(club, user).items():
        if sums:
            amounts = [money.amount(amount, currency) for amount, currency in sums]
            warnings.append(sentences[side] % {"amounts": numbers.listed(amounts)})
    if warnings:
        warnings.append(
            _("The club’s organizers and treasurers, and the members you owe, will be told.")
        )
    return warnings


def _end_membership(club: Club, actor: User, user: User | None, departure: Departure) -> None:
    """Notify of a departing user's open payments, and end their agreement to dues."""
    if user is not None:
        notify_departure(club, actor, user)
        end_agreement(user, club.pk)


def _joining_terms(club: Club) -> JoiningTerms | None:
    """Return the terms of the club's dues; None if it has none. One query."""
    dues = dues_of(club)
    return None if dues is None else JoiningTerms(terms_sentences(dues), dues.digest)


def _bills_to_answer(user: User) -> list[HomeNotice]:
    """Return notices of the bills that wait for the user's answer. Two queries; none for guests."""
    if user.is_guest:
        return []
    return [
        HomeNotice(
            bill_question(each, user.pk),
            each.club.name,
            each.get_absolute_url(),
            is_urgent=True,
            press_label=pgettext("button", "Answer"),
        )
        for each in to_answer(user)
    ]


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    register_topics()
    links.session_parts.put(_settlement_part)
    not_owed.put(pending.results_not_owed)
    senders.register(SettlementSender())
    senders.register(TransferSender())
    senders.register(DepartureSender())
    home_notices.add(
        _open_notices,
        awaiting_answer_by_id,
        debts_by_id,
        pending.waiting_for_id,
    )
    home_notices.add(_bills_to_answer, to_answer_by_id)
    waiting.add(awaiting_answer_by_id, debts_by_id, pending.waiting_for_id, to_answer_by_id)
    senders.register(BillSender())
    senders.register(DuesSender())
    senders.register(PayeeSender())
    joining_terms.fill(_joining_terms)
    agree_on_joining.fill(dues_services.agree_on_joining)
    ask_new_member.fill(dues_services.ask_new_member)
    membership_ended.put(_end_membership)
    club_tabs.put(_accounts_tab)
    departure_warnings.put(_departure_money_warnings)
    house_debt.fill(selectors.house_debt)
