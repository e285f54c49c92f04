"""The general ledger: opens and locks accounts and writes postings.

Locks are taken in one order everywhere: a transfer's row first, then accounts by ID.
"""

from collections.abc import Iterable, Mapping

from django.db.models import OuterRef, Subquery

from accounts.models import User
from tournaments.ledger.book.holders import Holder, holder_of
from tournaments.ledger.book.models import Account, Posting, PostingLine


def accounts_of(
    holders: Iterable[Holder], club_id: int | None, currency: str
) -> dict[Holder, Account]:
    """Return the holders' accounts by holder, locked; missing ones are created.

    Requires a transaction, which holds the locks to its end. At most four statements.
    """
    wanted = list(dict.fromkeys(holders))
    found = _existing_accounts(wanted, club_id, currency)
    missing = [holder for holder in wanted if holder not in found]
    if missing:
        # If another transaction creates one at the same time, it is found below.
        Account.objects.bulk_create(
            # In a fixed order, so that concurrent creators cannot deadlock.
            [holder.account(club_id, currency) for holder in sorted(missing, key=repr)],
            ignore_conflicts=True,
        )
        found = _existing_accounts(wanted, club_id, currency)
    locked = lock_accounts(account.pk for account in found.values())
    return {holder: locked[found[holder].pk] for holder in wanted}


def _existing_accounts(
    holders: list[Holder], club_id: int | None, currency: str
) -> dict[Holder, Account]:
    """Return the holders' accounts that exist, by holder. One query."""
    rows = Account.objects.filter(club=club_id, currency=currency)
    kinds = Account.Kind
    people = [each.user_id for each in holders if each.kind == kinds.PERSON]
    names = [each.name for each in holders if each.kind == kinds.NAME]
    accounts = rows.filter(kind=kinds.PERSON, user__in=people)
    if names:
        accounts = accounts | rows.filter(kind=kinds.NAME, name__in=names)
    if any(each.kind == kinds.HOUSE for each in holders):
        accounts = accounts | rows.filter(kind=kinds.HOUSE)
    return {holder_of(account): account for account in accounts}


def lock_accounts(account_ids: Iterable[int]) -> dict[int, Account]:
    """Lock the accounts until the transaction ends; return them by ID. One query."""
    # no_key: rows that only reference an account or a transfer need not wait.
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=list(account_ids))
    return {account.pk: account for account in rows.order_by("pk")}


def last_lines(account_ids: Iterable[int]) -> dict[int, PostingLine]:
    """Return the last line of each account that has lines; ``after`` is the balance. One query.

    The lines are final only if the accounts are locked.
    """
    newest = PostingLine.objects.filter(account=OuterRef("pk")).order_by("-number").values("pk")[:1]
    lines = PostingLine.objects.filter(
        pk__in=Account.objects.filter(pk__in=list(account_ids))
        .annotate(newest=Subquery(newest))
        .values("newest")
    )
    return {line.account_id: line for line in lines}


def post(
    key: str,
    kind: Posting.Kind,
    amounts: Mapping[int, int],
    *,
    club_id: int | None,
    currency: str,
    made_by: User | None = None,
    reverses: Posting | None = None,
    agreements: Mapping[int, int] | None = None,
) -> Posting:
    """Write a posting with a line for each account in `amounts`.

    Three statements; the caller holds locks on the accounts.

    :param key: identifies the cause; the database refuses a second posting with the same key
    :param amounts: by account ID, in minor units; they sum to zero and none is zero
    :param agreements: primary keys of the lines' agreements by account; None for those of each
        account's previous line, as for a payment
    """
    last = last_lines(amounts)
    lines = []
    for account, amount in amounts.items():
        before = last.get(account)
        if agreements is not None:
            agreement = agreements.get(account)
        else:
            agreement = None if before is None else before.agreement_id
        lines.append(
            PostingLine(
                posting_id=key,
                account_id=account,
                amount=amount,
                number=1 if before is None else before.number + 1,
                after=amount if before is None else before.after + amount,
                needs_agreement=agreement is not None,
                agreement_id=agreement,
            )
        )
    # Lines first: the posting seals them (``tournaments.ledger.book.guards``).
    PostingLine.objects.bulk_create(lines)
    return Posting.objects.create(
        key=key,
        kind=kind,
        club_id=club_id,
        currency=currency,
        made_by=made_by,
        reverses=reverses,
    )


def reverse(posting: Posting, made_by: User | None) -> Posting:
    """Post the reverse of a posting, line by line. Four statements."""
    lines = list(PostingLine.objects.filter(posting=posting))
    return post(
        f"{posting.key}-reversed",
        Posting.Kind.REVERSAL,
        {line.account_id: -line.amount for line in lines},
        club_id=posting.club_id,
        currency=posting.currency,
        made_by=made_by,
        reverses=posting,
        agreements={
            line.account_id: line.agreement_id for line in lines if line.agreement_id is not None
        },
    )
