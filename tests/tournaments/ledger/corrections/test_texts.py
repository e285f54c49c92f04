"""Texts of proposed corrections in each case, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.agreements.models import Agreement
from games.tables.models import Seat
from tournaments.ledger.book.holders import named_holder, user_holder
from tournaments.ledger.corrections.consent import CorrectedLoss, CorrectionRole
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.texts import (
    answer_part,
    closed_sentence,
    correction_part,
    new_maximum_sentences,
    waiting_sentences,
)

OSCAR, BOB, CY = (User(pk=pk, username=name) for pk, name in ((1, "oscar"), (2, "bob"), (3, "cy")))
LAPSES = "This correction lapses on 7 Mar 2099, 11:30."


def correction(nets: tuple[int, ...] = (0, -70, 70), **fields: Any) -> SessionCorrection:
    """Return a correction proposed by Oscar of a result without wins or losses."""
    return SessionCorrection(
        before=[0, 0, 0],
        nets=list(nets),
        proposed_by=OSCAR,
        lapses_at=datetime(2099, 3, 7, 11, 30, tzinfo=UTC),
        **fields,
    )


def loss(user: User, name: str = "", minor: int = 700) -> CorrectedLoss:
    """Return a loss above a maximum of five dollars, of the user or of one they answer for."""
    agreement = Agreement(
        pk=10 + len(name), user=user, answers_for=name, currency="HKD", max_loss=500
    )
    holder = named_holder(name) if name else user_holder(user.pk)
    return CorrectedLoss(holder, name or user.username, agreement, 0, -minor, -minor // 10)


def role(
    user: User, row: SessionCorrection, *losses: CorrectedLoss, **named: Any
) -> CorrectionRole:
    holders = [user_holder(each.pk) for each in (OSCAR, BOB, CY)]
    return CorrectionRole(row, holders, user, **{"is_organizer": False, "losses": losses} | named)


@pytest.mark.parametrize(
    ("losses", "sentence"),
    [
        (
            [loss(BOB)],
            "This correction takes effect only if bob agrees to a higher maximum loss.",
        ),
        (
            [loss(BOB), loss(OSCAR, "Faye")],
            "This correction takes effect only if bob and Faye agree to a higher maximum loss.",
        ),
    ],
)
def test_others_read_who_has_to_agree_to_a_higher_maximum(losses, sentence):
    row = correction()
    assert waiting_sentences(row, role(CY, row, *losses), UTC) == [sentence, LAPSES]


def test_a_player_who_has_to_agree_reads_only_when_the_correction_lapses():
    row = correction()
    assert waiting_sentences(row, role(BOB, row, loss(BOB)), UTC) == [LAPSES]


def test_a_proposer_who_gains_needs_another_organizer_or_all_losers():
    row = correction((70, -70, 0))
    [said, _lapses] = waiting_sentences(row, role(BOB, row), UTC)
    assert said == (
        "oscar would gain points through this correction. It takes effect only if another"
        " organizer, or every player who would lose points, confirms it."
    )


def test_a_corrected_deal_needs_one_player_at_the_table_or_organizer():
    row = correction()
    [said, _lapses] = waiting_sentences(row, role(CY, row, is_deal=True), UTC)
    assert said == (
        "This correction takes effect when a player at the table or another organizer confirms it."
    )


@pytest.mark.parametrize(
    ("outcome", "closed_by", "sentence"),
    [
        (
            "confirmed",
            None,
            "No one declined this correction in time, so the result was changed.",
        ),
        ("confirmed", BOB, "bob confirmed this correction, so the result was changed."),
        ("declined", BOB, "bob declined this correction. The result hasn’t changed."),
        ("replaced", OSCAR, "This correction was replaced by a newer one."),
        ("lapsed", None, "This correction wasn’t confirmed in time. The result hasn’t changed."),
    ],
)
def test_a_closed_correction_says_how_it_ended(outcome, closed_by, sentence):
    row = correction(outcome=outcome, closed_by=closed_by)
    assert closed_sentence(row) == sentence
    seats = [Seat(name=name) for name in ("oscar", "bob", "cy")]
    part = correction_part(row, seats, role(BOB, row, loss(BOB)))
    assert part.sentences == [sentence]
    assert [(each.after, each.is_changed) for each in part.seats] == [
        ("0", False), ("−70", True), ("+70", True)
    ]  # fmt: skip
    assert not part.answer.confirm
    assert not part.answer.may_decline


@pytest.mark.parametrize(
    ("user", "losses", "button"),
    [
        (BOB, [], "Confirm correction"),
        (BOB, [loss(BOB)], "Agree to a max. loss of HK$7.00"),
        (BOB, [loss(BOB), loss(BOB, "Faye")], "Agree to all new maximums"),
        (CY, [], ""),
    ],
)
def test_the_button_confirms_a_correction_or_agrees_to_new_maximums(user, losses, button):
    row = correction()
    part = answer_part(role(user, row, *losses), waits=True)
    assert part.confirm == button
    assert [each.name for each in part.new_maximums] == [
        each.agreement.answers_for for each in losses
    ]
    assert part.may_decline


def test_a_notice_names_the_players_for_whom_its_reader_is_responsible():
    params = {"currency": "HKD", "before": 200, "after": -700, "agreed": 500}
    said = new_maximum_sentences([{"name": "", **params}, {"name": "Faye", **params}])
    assert said == (
        "Your result would change from +HK$2.00 to −HK$7.00. You agreed to a maximum loss of"
        " HK$5.00. This correction takes effect only if you agree to HK$7.00. Faye’s result, for"
        " which you’re responsible, would change from +HK$2.00 to −HK$7.00. You agreed to a"
        " maximum loss of HK$5.00. This correction takes effect only if you agree to HK$7.00."
    )
