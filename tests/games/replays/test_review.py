"""Reviews: what they say, who may see them, and what happens if they can't be made."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.models import User
from games.bots.net import weights
from games.replays.presenter import replay_of
from games.replays.review import making, presenter, tasks
from games.replays.review import pages as review_pages
from games.replays.review.export import _reviews
from games.replays.review.models import OVERDUE_AFTER, DealReview
from games.replays.review.services import request_review
from games.rules.cards import parse_cards as cards
from games.rules.deal.actions import Play, parse_action
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.history import finished_deal
from games.tables.models import Deal, Table
from tests.games.rules.support import random_rules
from tests.replaying import store, store_given

pytestmark = pytest.mark.django_db

#: The pair and the 2 win, in any order; after a single 3, seat 2 goes out with the ace.
MISTAKE = ("3D 3C 2S", "6D 7H 9C TC", "AS", "8H JD QC KD")


@pytest.fixture
def sent(monkeypatch):
    """The ids of reviews whose tasks were sent."""
    found = []
    monkeypatch.setattr(tasks.make_review, "delay", found.append)
    return found


@pytest.fixture
def deal(db):
    """A deal between two people and two bots, played at random."""
    return store(RuleSet.make("pagat"), "a review", words={0: "maple", 2: "Zt6Q1"})


@pytest.fixture
def mistake(db):
    """A deal that the person in seat 0 lost by a mistake; they had one decision."""
    return store_given(
        RuleSet.make("pagat"),
        MISTAKE,
        Play(0, cards("3D")),
        Play(1, cards("6D")),
        Play(2, cards("AS")),
        leader=0,
    )


def player(deal: Deal, seat: int = 0) -> User:
    return deal.session.seats.get(number=seat).user


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def address(deal: Deal, name: str = "deal_review") -> str:
    session = deal.session
    return reverse(name, args=[session.table.slug, session.number, deal.number])


def load(deal: Deal, user: User):
    finished = finished_deal(deal.session.table.slug, 1, deal.number, user)
    assert finished is not None
    return finished


def made(deal: Deal, seat: int = 0) -> DealReview:
    review = DealReview.objects.create(deal=deal, seat=seat, user=player(deal, seat))
    making.make_review(review.pk)
    review.refresh_from_db()
    return review


def text(client: Client, url: str, status: int = 200, **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


# --- Making


def test_a_review_judges_the_players_own_decisions_with_a_choice(deal):
    review = made(deal)
    assert review.status == DealReview.Status.READY
    assert review.made_at is not None
    assert review.weights == weights.version() != ""
    actions = list(deal.actions.all())
    assert review.decisions
    for each in review.decisions:
        assert each["own"] == actions[each["step"]].text
        assert parse_action(each["best"]).seat == 0
        choices = dict(each["choices"])
        assert {each["own"], each["best"]} <= set(choices)
        assert each["loss"] >= 0
        assert len(choices) <= making.MAX_CHOICES + 2
        assert each["compared"] >= len(choices)


def test_plays_of_a_bot_that_stood_in_are_not_judged(deal):
    deal.actions.update(by_bot=True)
    assert made(deal).decisions == []


def test_a_review_is_made_once(deal, monkeypatch):
    review = made(deal)
    DealReview.objects.filter(pk=review.pk).update(decisions=[])
    making.make_review(review.pk)
    review.refresh_from_db()
    assert review.decisions == []


def test_a_review_deleted_meanwhile_is_not_made(deal):
    review = DealReview.objects.create(deal=deal, seat=0, user=player(deal))
    pk = review.pk
    review.delete()
    making.make_review(pk)
    assert not DealReview.objects.exists()


@pytest.mark.parametrize("preset", [*PRESETS, "two packs"])
def test_a_review_is_shown_under_every_preset(preset):
    rules = (
        RuleSet.make(preset)
        if preset in PRESETS
        else next(each for each in iter(lambda: random_rules(RANDOM), None) if each.packs == 2)
    )
    deal = store(rules, preset, words={0: "w"})
    review = made(deal)
    assert review.status == DealReview.Status.READY
    html = text(browser(player(deal)), address(deal))
    assert "Review of deal 1" in html


RANDOM = Random("two packs")


# --- Requesting


def test_a_request_makes_one_row_and_sends_one_task(deal, sent, django_capture_on_commit_callbacks):
    client = browser(player(deal))
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(address(deal))
        assert (answer.status_code, answer.url) == (302, address(deal))
    review = DealReview.objects.get()
    assert (review.deal, review.seat, review.user) == (deal, 0, player(deal))
    assert sent == [review.pk]


def test_the_page_says_that_the_review_is_being_made_and_reloads_when_it_is_ready(deal):
    client, part = browser(player(deal)), {"HX-Request": "true", "HX-Target": "review-status"}
    assert "Review my plays" in text(client, address(deal))
    review = DealReview.objects.create(deal=deal, seat=0, user=player(deal))
    html = text(client, address(deal))
    assert "The review is being made." in html
    assert 'hx-trigger="every 2s"' in html
    assert text(client, address(deal), 204, **part) == ""
    making.make_review(review.pk)
    answer = client.get(address(deal), headers=part)
    assert answer["HX-Refresh"] == "true"
    assert "Accuracy" in text(client, address(deal))


def test_a_failed_review_stops_the_page_and_can_be_requested_again(
    deal, sent, monkeypatch, django_capture_on_commit_callbacks
):
    def fail(*_given):
        raise ZeroDivisionError

    review = DealReview.objects.create(deal=deal, seat=0, user=player(deal))
    with monkeypatch.context() as broken:
        broken.setattr(making, "judge", fail)
        with pytest.raises(ZeroDivisionError):
            making.make_review(review.pk)
    client = browser(player(deal))
    part = {"HX-Request": "true", "HX-Target": "review-status"}
    html = text(client, address(deal), **part)
    assert "The review couldn’t be made." in html
    assert "Try again" in html
    assert "hx-trigger" not in html
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address(deal))
    assert sent == [review.pk]
    making.make_review(review.pk)
    assert "Accuracy" in text(client, address(deal))


def test_a_review_whose_task_was_lost_can_be_requested_again(
    deal, sent, django_capture_on_commit_callbacks
):
    review = DealReview.objects.create(
        deal=deal, seat=0, user=player(deal), requested_at=timezone.now() - 2 * OVERDUE_AFTER
    )
    client = browser(player(deal))
    assert "Try again" in text(client, address(deal))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address(deal))
    assert sent == [review.pk]
    review.refresh_from_db()
    assert timezone.now() - review.requested_at < timedelta(minutes=1)
    assert "The review is being made." in text(client, address(deal))


def test_without_the_network_the_page_says_so_and_nothing_is_requested(deal, sent, monkeypatch):
    monkeypatch.setattr(review_pages, "is_standing_in", lambda: True)
    monkeypatch.setattr(presenter, "is_standing_in", lambda: True)
    monkeypatch.setattr(making, "network", lambda: None)
    client = browser(player(deal))
    assert "the strong bot isn’t available" in text(client, address(deal))
    client.post(address(deal))
    assert not DealReview.objects.exists()
    # Or the worker alone lacks it.
    assert made(deal).status == DealReview.Status.NO_NETWORK
    monkeypatch.undo()
    html = text(client, address(deal))
    assert "the strong bot isn’t available" in html
    assert "Try again" in html


def test_requests_are_limited_per_user(deal, monkeypatch):
    monkeypatch.setattr(review_pages, "REVIEW_RATE", "1/hour")
    client = browser(player(deal))
    assert client.post(address(deal)).status_code == 302
    assert client.post(address(deal)).status_code == 429
    assert browser(player(deal, 2)).post(address(deal)).status_code == 302


# --- Who may see it


def test_only_players_of_the_deal_have_the_page_and_each_their_own(deal):
    made(deal)
    stranger = User.objects.create_superuser("sue", password="x")
    for client in (browser(None), browser(stranger)):
        assert client.get(address(deal)).status_code == 404
        assert client.post(address(deal)).status_code == 404
        assert "Review my plays" not in text(client, address(deal, "replay"))
    assert "Accuracy" in text(browser(player(deal)), address(deal))
    other = text(browser(player(deal, 2)), address(deal))
    assert "Accuracy" not in other
    assert "Review my plays" in other
    assert "Review my plays" in text(browser(player(deal, 2)), address(deal, "replay"))


def test_a_running_deal_has_no_review(club):
    game = club()
    client = browser(game.user)
    assert client.get(address(game.deal_row())).status_code == 404
    assert client.post(address(game.deal_row())).status_code == 404


def test_reviews_are_exported_and_go_with_the_account_and_the_deal(deal):
    user = player(deal)
    made(deal)
    made(deal, 2)
    assert list(_reviews(user)) == list(DealReview.objects.filter(user=user))
    deal.session.status = deal.session.Status.FINISHED
    deal.session.save()
    deal.session.seats.update(over_at=timezone.now())
    assert services.close_account(user) == []
    assert list(DealReview.objects.values_list("seat", flat=True)) == [2]
    Table.objects.get().delete()
    assert not DealReview.objects.exists()


# --- The page


def test_the_costliest_choice_comes_first_and_leads_to_its_step(mistake):
    review = made(mistake)
    [decision] = review.decisions
    assert decision["step"] == 0
    html = text(browser(player(mistake)), address(mistake))
    assert "Accuracy: <b>0%</b>" in html
    assert "0 of your 1 decision cost less than 1.3 points" in html
    assert f"{address(mistake)}?step=0&amp;seat=0#replay-stage" in html
    assert "You: the 3 of diamonds" in html
    assert "Your decision at step 0" in html


def test_a_step_brings_the_table_and_its_decision(mistake):
    made(mistake)
    client, part = browser(player(mistake)), {"HX-Request": "true", "HX-Target": "replay-stage"}
    html = text(client, address(mistake) + "?step=1&seat=0", **part)
    # The decision just made stays for one step.
    assert "Your decision at step 0" in html
    assert 'id="review-decision" hx-swap-oob="innerHTML"' in html
    assert "<html" not in html
    html = text(client, address(mistake) + "?step=3", **part)
    assert "You have nothing to decide at this step." in html
    assert "Previous decision" in html


def test_good_choices_are_told_from_costly_ones(mistake):
    review = made(mistake)
    user = player(mistake)
    stored = review.decisions[0]
    for loss, accuracy, sentence in (
        (0, "100%", "Your choice was as good as the strong bot’s."),
        (1.2, "100%", "Your choice cost 1.2 points compared with the strong bot’s."),
        (1.3, "0%", "Your choice cost 1.3 points compared with the strong bot’s."),
    ):
        review.decisions = [stored | {"loss": loss}]
        review.save()
        html = text(browser(user), address(mistake))
        assert f"<b>{accuracy}</b>" in html
        assert sentence in html
    review.decisions = [stored | {"own": stored["best"], "loss": 0}]
    review.save()
    assert "You chose what the strong bot would choose." in text(browser(user), address(mistake))


def test_only_the_three_costliest_choices_are_listed(deal):
    review = made(deal)
    losses = [3, 9, 5, 7, 1]
    stored = review.decisions[: len(losses)]
    review.decisions = [each | {"loss": loss} for each, loss in zip(stored, losses, strict=True)]
    finished = load(deal, player(deal))
    shown = presenter.review_of(finished, review, replay_of(finished, 0, 0, with_money=False))
    assert [each.loss for each in shown.mistakes] == [9, 7, 5]
    assert shown.accuracy == "20%"


def test_points_of_rules_with_small_swings_have_two_decimals():
    deal = store_given(
        RuleSet.make("pusoy_dos"),
        MISTAKE,
        Play(0, cards("3D")),
        Play(1, cards("6D")),
        Play(2, cards("AS")),
        leader=0,
    )
    review = made(deal)
    html = text(browser(player(deal)), address(deal))
    assert f"{review.decisions[0]['choices'][0][1]:+.2f}".replace("-", "−") in html


# --- Costs


def test_statements_of_a_review(deal, django_assert_max_num_queries):
    user = player(deal)
    client = browser(user)
    finished = load(deal, user)
    # The row is read and inserted; the others are transactions.
    with django_assert_max_num_queries(6):
        request_review(finished, 0, user)
    review = DealReview.objects.get()
    with django_assert_max_num_queries(3):
        making.make_review(review.pk)
    client.get(address(deal))
    # Session and user, the replay's three, the review.
    with django_assert_max_num_queries(6):
        client.get(address(deal))
