"""Consent to proposed corrections: who must confirm, and to which maximum.

A correction that makes a player lose more than the agreed maximum waits for that player. The
player's consent becomes an agreement to the higher maximum when the correction takes effect. Until
then the old maximum holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import Party
from games.agreements.services import agree
from games.agreements.terms import digest_of
from tournaments.ledger.book.holders import HOUSE, Holder
from tournaments.ledger.corrections.models import ProposedCorrection


@dataclass(frozen=True, slots=True)
class CorrectedLoss:
    """A player's corrected loss, which exceeds the agreed maximum."""

    holder: Holder
    name: str
    agreement: Agreement
    #: The player's total in minor units, before and after.
    before: int
    after: int
    #: The corrected total in points.
    points: int

    @property
    def user_id(self) -> int | None:
        """The user who has to agree: the player, or the organizer who answers for them."""
        return self.agreement.user_id

    @property
    def terms(self) -> dict[str, Any]:
        """The terms of the agreement, with a maximum that covers the corrected loss."""
        terms = {**self.agreement.terms, "max_loss": -self.after}
        if "points" in terms:
            # The agreement was given to a result that has changed.
            terms |= {"points": self.points, "amount": self.after}
        return terms

    @property
    def digest(self) -> str:
        """The digest of the terms with the higher maximum."""
        return digest_of(self.terms)


def losses_above_maximum(
    agreements: Mapping[Party, Agreement],
    before: Mapping[Holder, int],
    after: Mapping[Holder, int],
    stake_minor: int,
    names: Mapping[Holder, str],
    *,
    fees: Mapping[Holder, int] | None = None,
) -> list[CorrectedLoss]:
    """Return the players whose total gets worse and falls below their agreed maximum loss.

    Players without an agreement are left out: their loss becomes pending when it is settled.

    :param before: each player's points without the change
    :param names: the players' names, if needed
    :param fees: entry fees in minor units, which are part of the losses
    """
    found, fees = [], fees or {}
    for holder, points in after.items():
        points_before = before.get(holder, 0)
        agreement = agreements.get(Party(holder.user_id, holder.name))
        if points >= min(0, points_before) or agreement is None or agreement.max_loss is None:
            continue
        fee = fees.get(holder, 0)
        if fee - points * stake_minor > agreement.max_loss:
            amounts = points_before * stake_minor - fee, points * stake_minor - fee
            found.append(CorrectedLoss(holder, names.get(holder, ""), agreement, *amounts, points))
    return found


def unanswered(
    correction: ProposedCorrection, losses: Iterable[CorrectedLoss]
) -> list[CorrectedLoss]:
    """Return the losses whose current terms the correction's players have not agreed to."""
    return [
        loss
        for loss in losses
        if correction.agreed_terms.get(str(loss.agreement.pk)) != loss.digest
    ]


def shown_terms(losses: Iterable[CorrectedLoss]) -> str:
    """Return the digests of the terms of all losses, joined by commas, for a form."""
    return ",".join(loss.digest for loss in losses)


def notice_params_by_user(losses: Iterable[CorrectedLoss]) -> dict[int, dict[str, Any]]:
    """Return ``{"higher": losses as JSON data}`` by ID of the users who must agree to them."""
    found: dict[int, list[dict[str, Any]]] = {}
    for loss in losses:
        if loss.user_id is not None:
            params = {
                "name": loss.agreement.answers_for,
                "before": loss.before,
                "after": loss.after,
                "agreed": loss.agreement.max_loss,
                "currency": loss.agreement.currency,
            }
            found.setdefault(loss.user_id, []).append(params)
    return {user_id: {"higher": params} for user_id, params in found.items()}


def agree_to_new_maximums(
    losses: Iterable[CorrectedLoss], subject: Agreement.Subject, subject_id: int
) -> None:
    """Store an agreement to the higher maximum for each loss. Two queries each."""
    for loss in losses:
        user = loss.agreement.user
        assert user is not None, "an agreement with a maximum has a user"
        name = loss.agreement.answers_for
        agree(user, subject, subject_id, loss.terms, Agreement.Given.CORRECTION, answers_for=name)


class CorrectionRole:
    """A user's part in a proposed correction, and what it needs to take effect. No query."""

    def __init__(
        self,
        correction: ProposedCorrection,
        holders: Sequence[Holder],
        user: User,
        *,
        is_organizer: bool,
        losses: Sequence[CorrectedLoss],
        has_played: bool = False,
        is_deal: bool = False,
    ) -> None:
        """Work out a user's part in a stored correction.

        :param holders: the account holder of each seat, in order
        :param is_organizer: whether the user is an organizer
        :param losses: players whose agreed maximum it exceeds
        :param has_played: whether the user played at the table, also as a substitute
        :param is_deal: whether a player at the table must confirm, regardless of who gains
        """
        changes = list(zip(holders, correction.changes(), strict=True))
        by_user = {holder.user_id: change for holder, change in changes if holder.user_id}
        own, proposers = by_user.get(user.pk, 0), by_user.get(correction.proposed_by_id, 0)
        self._correction, self._user, self.is_deal = correction, user, is_deal
        self.losses = losses
        self.is_organizer = is_organizer
        self.loses, self.gains = own < 0, own > 0
        self.has_played = has_played or any(holder.user_id == user.pk for holder in holders)
        self.is_proposer = correction.proposed_by_id == user.pk
        self.proposer_gains = proposers > 0
        #: Losses not agreed to yet, and those this user has to agree to.
        self.missing = unanswered(correction, losses)
        self.to_agree = [each for each in self.missing if each.user_id == user.pk]
        losing = {holder for holder, change in changes if change < 0 and holder != HOUSE}
        #: Users who lose by it; None if a loser has no user account.
        self.losers = None if any(each.user_id is None for each in losing) else losing

    @property
    def is_concerned(self) -> bool:
        """Return whether the user may see and decline the correction."""
        answers = any(each.user_id == self._user.pk for each in self.losses)
        has_answered = self._user.pk in self._correction.agreed_by
        return self.is_organizer or self.has_played or self.is_proposer or answers or has_answered

    @property
    def may_confirm(self) -> bool:
        """Return whether the user can confirm it now; a proposer only a higher maximum."""
        if self.to_agree:
            return True
        has_confirmed = self._user.pk in self._correction.agreed_by
        if self.is_proposer or (has_confirmed and not self.is_enough):
            return False
        by_table = self.is_deal and not self.proposer_gains and self.has_played
        if by_table or (self.loses and self.proposer_gains):
            return True
        # A second organizer confirms last: the correction then takes effect.
        return not self.missing and (self.loses or (self.is_organizer and not self.gains))

    @property
    def is_enough(self) -> bool:
        """Return whether it takes effect if the user confirms it now."""
        if len(self.missing) > len(self.to_agree):
            return False
        agreed = {*self._correction.agreed_by, self._user.pk} - {self._correction.proposed_by_id}
        if not self.proposer_gains:
            return bool(agreed) or not self.is_deal
        if self.is_organizer and not self.gains and not self.is_proposer:
            return True
        return bool(self.losers) and {each.user_id for each in self.losers or ()} <= agreed

    def agree(self, terms: str | None) -> bool:
        """Record the user's consent, unsaved; return False if outdated terms were shown.

        :param terms: value from the form (`shown_terms`)
        """
        if self.to_agree and terms != shown_terms(self.to_agree):
            return False
        agreed = {str(each.agreement.pk): each.digest for each in self.to_agree}
        self._correction.agreed_terms = {**self._correction.agreed_terms, **agreed}
        self._correction.agreed_by = sorted({*self._correction.agreed_by, self._user.pk})
        return True
