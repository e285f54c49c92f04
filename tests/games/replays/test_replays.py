"""Replays: correct steps, verifiable downloads, and access."""

import copy
import json
import re
import subprocess
import sys
from collections import Counter
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.common import caches
from games.replays import export as replay_files
from games.replays import presenter
from games.replays import shuffle_check as replay_check
from games.rules import record
from games.rules.cards import FULL_PACK, card_names, parse_cards
from games.rules.deal.actions import Give, Pass, Play, Redeal, action_text
from games.rules.ruleset.rule_set import RuleSet
from games.tables.history import finished_deal
from games.tables.models import Action, Deal, Seat, Session, Table
from tests.games.rules.support import random_previous, random_rules
from tests.players import SOME_RULES, SPECIAL_RULES
from tests.proofs import size
from tests.replaying import (
    CHEATS,
    CHECK_SCRIPT,
    SCRIPT,
    cheated,
    failing,
    forged,
    store,
    store_given,
)

pytestmark = pytest.mark.django_db

check_script = SCRIPT["check"]


def load_deal(deal):
    return finished_deal(deal.session.table.slug, deal.session.number, deal.number, None)


def address(deal, name="replay"):
    session = deal.session
    return reverse(name, args=[session.table.slug, session.number, deal.number])


def page(client, url, status=200, **headers):
    response = client.get(url, headers=headers)
    assert response.status_code == status
    return response.content.decode()


@pytest.fixture
def deal(db):
    return store(RuleSet.make("pagat"), "a deal", words={0: "maple", 2: "Zt6Q1"})


def data_of(client, deal):
    return json.loads(page(client, address(deal, "replay_json")))


def club_findings(deal):
    return {finding.name: finding.holds for finding in replay_check.findings(load_deal(deal))}


def notices_at(deal, step, viewed_seat=0):
    shown = presenter.step_of(load_deal(deal), step, viewed_seat)
    return [(notice.text, [face.code for face in notice.cards]) for notice in shown.notices]


# --- Generated deals


def generate_deals(count, seed):
    random = Random(seed)
    for number in range(count):
        rules = random_rules(random)
        place = random.choice((1, 1, 2, 3, 4))
        previous = random_previous(random, rules) if place > 1 else None
        words = {
            seat: f"w{random.randrange(10**9)}"
            for seat in range(rules.players)
            if random.random() < 0.5
        }
        attempt = random.choice((1, 1, 2))
        seeds = f"{seed}/{number}"
        yield store(rules, seeds, words=words, number=place, attempt=attempt, previous=previous)


def assert_replays_to_its_result(deal):
    finished = load_deal(deal)
    shown = presenter.step_of(finished, len(finished.actions), 0)
    hands = sorted(shown.result.hands, key=lambda hand: hand.seat)
    assert [hand.points for hand in hands] == deal.points
    assert [hand.net for hand in hands] == deal.nets
    assert [hand.seat for hand in hands if hand.is_winner] == (
        [] if deal.winner is None else [deal.winner]
    )
    left = [sorted(card.code for card in hand.cards) for hand in hands]
    assert left == [sorted(card_names(cards)) for cards in finished.final.result.left]
    transfers = finished.final.result.score.transfers
    assert [[each.payer, each.payee, each.amount] for each in transfers] == deal.pairs
    assert record.replay(replay_files.as_text(finished)).result == finished.final.result
    return finished


def assert_only_the_unaltered_deal_is_accepted(client, deal, finished, random):
    html = page(client, address(deal, "shuffle_check"))
    assert "Verified: this deal was shuffled fairly." in html
    data = data_of(client, deal)
    assert all(check_script(data).values())
    name, altered = altered_data(data, random)
    assert not check_script(altered)[name]
    alter_row(deal, random)
    html = page(client, address(deal, "shuffle_check"))
    assert "Check failed: this deal doesn’t match" in html


def altered_data(data, random):
    """Return the finding that must fail, and the data with one change."""
    altered = copy.deepcopy(data)
    kinds = ("secret", "word", "seat", "pack", "hands", "leftover", "deal", "commitment")
    match random.choice(kinds):
        case "secret":
            digits = altered["shuffle"]["secret"]
            altered["shuffle"]["secret"] = ("1" if digits[0] == "0" else "0") + digits[1:]
            return "commitment", altered
        case "word":
            words = altered["shuffle"]["words"]
            words["0"] = words.get("0", "") + "x"
            return "pack", altered
        case "seat":
            altered["shuffle"]["words"][str(altered["rules"]["players"])] = "steer"
            return "words", altered
        case "pack":
            pack = altered["start"]["pack"]
            pack[3], pack[30] = pack[30], pack[3]
            return "pack", altered
        case "hands":
            hands = altered["start"]["hands"]
            hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
            return "hands", altered
        case "leftover":
            altered["start"]["leftover"].append("3D")
            return "hands", altered
        case "deal":
            altered["number"] += 1
            return "deal", altered
        case _:
            altered["shuffle"]["commitment"] = "0" * 64
            return "commitment", altered


def alter_row(deal, random):
    """Change the stored deal so that another pack follows from it."""
    match random.choice(("secret", "word", "start")):
        case "secret":
            deal.secret = "f" * 64
        case "word":
            deal.words = {"1": "another"}
        case "start":
            # Two cards of the same hand change places: the deal is played as before.
            lines = deal.start.splitlines()
            place = next(n for n, line in enumerate(lines) if line.startswith("pack "))
            pack = lines[place].split()
            again = 1 + len(deal.nets)
            pack[1], pack[again] = pack[again], pack[1]
            lines[place] = " ".join(pack)
            deal.start = "\n".join(lines)
    deal.save()


@pytest.mark.proof
def test_replays_end_with_the_stored_result_and_pass_the_shuffle_check(client):
    random = Random("altering suite")
    for deal in generate_deals(size("replays: random deals"), "suite"):
        finished = assert_replays_to_its_result(deal)
        assert_only_the_unaltered_deal_is_accepted(client, deal, finished, random)


def test_every_step_shows_the_deal_at_that_moment():
    random = Random("frames")
    for number in range(12):
        finished = load_deal(store(random_rules(random), f"frame {number}"))
        told = presenter.lines_of(finished)
        assert [each.step for each in told] == list(range(1, len(finished.actions) + 1))
        for step, state in enumerate(finished.states):
            viewed_seat = random.randrange(len(finished.seats))
            shown = presenter.step_of(finished, step, viewed_seat, told)
            by_seat = {seat.view.number: seat for seat in shown.seats}
            assert shown.own.view.number == viewed_seat
            assert len(by_seat) == len(finished.seats) == len(shown.others) + 1
            for seat, hand in enumerate(state.hands):
                codes = re.findall(r'data-face="(..)"', "".join(by_seat[seat].hand))
                assert codes == card_names(hand)
                assert by_seat[seat].view.cards == len(codes)
                assert by_seat[seat].view.is_turn == (state.turn == seat)
            assert (shown.result is not None) == state.over
            assert (
                shown.to_beat is None
                or not state.trick.top
                or (
                    sorted(face.code for face in shown.to_beat.cards)
                    == sorted(card_names(state.trick.top.cards))
                )
            )


# --- Notices and log lines


def test_a_replay_shows_the_hand_of_a_dragon():
    rules = RuleSet.make("pagat", {"dragon_wins": True})
    ranks = "3456789TJQKA2"
    hands = [" ".join(rank + suit for rank in ranks) for suit in "DCHS"]
    deal = store_given(rules, ["3D 3C", hands[1].replace("3C", "3S"), "4D", "5D"])
    shown = presenter.step_of(load_deal(deal), 0, 0)
    assert (shown.number, shown.last) == (0, 0)
    assert "won with a dragon" in shown.result.headline
    assert notices_at(deal, 0) == [
        ("Mei was dealt these cards.", hands[1].replace("3C ", "3S ").split())
    ]


def test_a_replay_shows_drawn_cards():
    rules = RuleSet.make("two_players_stock")
    for number in range(20):
        finished = load_deal(store(rules, f"draw {number}"))
        step = next(
            (
                step
                for step, (before, after) in enumerate(
                    zip(finished.states, finished.states[1:], strict=False), 1
                )
                if len(after.stock) < len(before.stock)
            ),
            None,
        )
        if step is None:
            continue
        text, cards = notices_at(finished.deal, step)[0]
        before, after = finished.states[step - 1 : step + 1]
        assert isinstance(after.actions[-1], Pass)
        assert re.fullmatch(r"\w+ drew \d+ cards?\.", text)
        drawn = before.stock[: len(before.stock) - len(after.stock)]
        assert parse_cards(cards) == sum(1 << card for card in drawn)
        return
    pytest.fail("nobody drew a card in twenty deals")


def test_a_replay_names_exchanged_cards():
    random = Random(4)
    rules = RuleSet.make("three_players_exchange")
    previous = random_previous(random, rules)._replace(winner=1, loser=2)
    finished = load_deal(store(rules, "exchange", number=2, previous=previous))
    exchange = finished.states[0].exchange
    assert notices_at(finished.deal, 0)[:1] == [
        (
            "Bruno lost the previous deal, so their highest card went to Mei.",
            card_names(1 << exchange.given),
        )
    ]
    assert isinstance(finished.final.actions[0], Give)
    assert presenter.lines_of(finished)[0].sentence.startswith("Mei gave Bruno the ")
    assert len(presenter.lines_of(finished)) == len(finished.actions)


def test_a_replay_shows_a_leftover_taken_face_down():
    rules = RuleSet.make("three_players", {"leftover_exposed": False})
    finished = load_deal(store(rules, "leftover"))
    name = finished.names[finished.states[0].taker]
    (text, cards), *_rest = notices_at(finished.deal, 0)
    assert text == f"{name} took 1 leftover card."
    assert parse_cards(cards) == finished.states[0].leftover


def test_plays_before_twos_are_demoted_keep_their_names():
    rules = RuleSet.make("pagat", {"bomb_demotes_twos": True})
    hands = ["2S AS 9S 6S 4S 3D 9D 9C 9H", "TD", "JD", "QD"]
    deal = store_given(
        rules,
        hands,
        Play(0, parse_cards("2S AS 6S 4S 9S")),
        *(Pass(seat) for seat in (1, 2, 3)),
        Play(0, parse_cards("3D")),
        *(Pass(seat) for seat in (1, 2, 3)),
        Play(0, parse_cards("9D 9C 9H")),
        leader=0,
    )
    assert presenter.lines_of(load_deal(deal))[0].sentence == ("Ada played a 2-high flush.")


def test_a_replay_mentions_a_redeal_without_showing_its_cards(client):
    rules = RuleSet.make("pagat", {"redeal": "three_points"})
    deal = store(rules, "anew")
    Deal.objects.filter(pk=deal.pk).update(attempt=2)
    shown = Deal.objects.create(
        session=deal.session, number=deal.number, start=deal.start, secret="e" * 64
    )
    Action.objects.create(deal=shown, number=0, text=action_text(Redeal(2)))
    html = page(client, address(deal))
    assert "Bruno showed their hand and asked for a redeal." in html
    data = data_of(client, deal)
    assert data["thrown_in"] == [{"attempt": 1, "asked_by": 2}]
    assert data["attempt"] == 2
    assert "e" * 64 not in json.dumps(data)
    assert data["start"]["dealer_drawn"] is True


def test_a_deal_without_actions_has_a_disabled_play_button(client, deal):
    button = r'id="replay-play"[^>]* aria-disabled="true"'
    assert not re.search(button, page(client, address(deal)))
    ranks = "3456789TJQKA2"
    hands = [" ".join(f"{rank}C" for rank in ranks), "3D", "4D", "5D"]
    rules = RuleSet.make("pagat", {"dragon_wins": True})
    assert re.search(button, page(client, address(store_given(rules, hands))))


# --- Access and number of queries


def test_a_running_deal_has_no_replay(client, club):
    game = club(rules="pagat", deals=2)
    for name in ("replay", "replay_text", "replay_json", "shuffle_check"):
        page(client, reverse(name, args=[game.table.slug, 1, 1]), status=404)
    game.finish_deal()
    page(client, reverse("replay", args=[game.table.slug, 1, 1]))
    page(client, reverse("replay", args=[game.table.slug, 1, 2]), status=404)
    assert game.ready() is None
    page(client, reverse("replay", args=[game.table.slug, 1, 1]))
    for name in ("replay", "replay_text", "replay_json", "shuffle_check"):
        page(client, reverse(name, args=[game.table.slug, 1, 2]), status=404)


def test_a_deal_still_running_after_a_redeal_has_no_replay(client, deal):
    Deal.objects.create(
        session=deal.session, number=1, attempt=2, start=deal.start, secret=deal.secret
    )
    Deal.objects.filter(pk=deal.pk).update(nets=None, points=None)
    for name in ("replay", "replay_text", "replay_json", "shuffle_check"):
        page(client, address(deal, name), status=404)


def test_users_who_cannot_watch_the_table_see_no_replay(client):
    deal = store(RuleSet.make("pagat"), "private", spectators=False)
    ada = User.objects.create_user("ada", password="correct horse 9")
    for name in ("replay", "replay_text", "replay_json", "shuffle_check"):
        page(client, address(deal, name), status=404)
    Seat.objects.filter(session=deal.session, number=2).update(user=ada, bot="")
    client.force_login(ada)
    html = page(client, address(deal))
    # Whoever sits there sees it from the own seat.
    assert 'data-seat="2"' in html


@pytest.mark.parametrize("name", ["replay", "replay_text", "replay_json", "shuffle_check"])
def test_each_page_needs_at_most_three_queries(client, deal, name, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        page(client, address(deal, name) + "?step=12&seat=2")


def test_unknown_deals_sessions_and_tables_are_not_found(client, deal):
    slug = deal.session.table.slug
    for place in ([slug, 1, 7], [slug, 7, 1], ["nosuch", 1, 1]):
        page(client, reverse("replay", args=place), status=404)


# --- Pages and files


def test_the_address_selects_step_and_seat(client, deal):
    html = page(client, address(deal) + "?step=5&seat=3")
    assert 'data-step="5" data-last=' in html
    assert re.search(r'data-seat-position="own" aria-label="Kofi \(Club bot\)"', html)
    assert "Step <b>5</b> of" in html
    assert "?step=6&amp;seat=3" in html
    assert "?step=4&amp;seat=3" in html
    current = re.findall(r'data-step="(\d+)" aria-current="step"', html)
    assert current == ["5"]


def test_htmx_gets_only_the_stage(client, deal):
    headers = {"HX-Request": "true", "HX-Boosted": "true", "HX-Target": "replay-stage"}
    response = client.get(address(deal) + "?step=5&seat=1", headers=headers)
    html = response.content.decode()
    assert "<html" not in html
    assert 'hx-swap-oob="innerHTML"' in html
    assert "replay-log" not in html
    assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))
    whole = page(client, address(deal) + "?step=5", **headers | {"HX-Target": "replay"})
    assert "<html" in whole


@pytest.mark.parametrize("step", ["x", "-1", "9999", "1.5", "\u0661", "9" * 5000])
def test_an_unknown_step_is_named_and_the_start_is_shown(client, deal, step):
    response = client.get(address(deal), {"step": step, "seat": "2"})
    html = response.content.decode()
    assert f"This deal has no step “{step[:40]}”" in html
    assert 'data-step="0" data-last=' in html
    assert 'data-seat="2"' in html


def test_an_unknown_seat_is_named(client, deal):
    html = page(client, address(deal) + "?step=4&seat=4")
    assert "This table has no seat “4”" in html
    assert 'data-step="4" data-last=' in html


def test_the_last_step_shows_the_result(client, deal):
    last = deal.actions.count()
    assert "replay-result" not in page(client, address(deal) + f"?step={last - 1}")
    html = page(client, address(deal) + f"?step={last}")
    assert "won the deal" in html
    assert "remaining-hands" in html
    assert "result-replay" not in html


def test_the_text_record_replays_to_the_result(client, deal):
    response = client.get(address(deal, "replay_text"))
    assert response["Content-Type"].startswith("text/plain")
    assert "attachment" in response["Content-Disposition"]
    assert list(record.replay(response.content.decode()).result.net) == deal.nets


def test_the_json_file_contains_the_whole_deal(client, deal):
    response = client.get(address(deal, "replay_json"))
    slug = deal.session.table.slug
    assert f"big-two-{slug}-1-1-1.json" in response["Content-Disposition"]
    data = response.json()
    assert RuleSet.make(options=data["rules"]) == RuleSet.make("pagat")
    assert [seat["name"] for seat in data["seats"]] == ["Ada", "Mei", "Bruno", "Kofi"]
    assert len(data["actions"]) == deal.actions.count()
    assert data["shuffle"]["words"] == {"0": "maple", "2": "Zt6Q1"}
    assert data["shuffle"]["deal"] == f"{slug}/1/1/1"
    assert data["result"]["net"] == deal.nets
    first = data["actions"][0]
    assert first["do"] == "play"
    assert set(first["cards"]) <= set(data["start"]["hands"][first["seat"]])
    assert first["at"].endswith("+00:00")
    hands = [card for hand in data["start"]["hands"] for card in hand]
    assert sorted(hands + data["start"]["leftover"]) == sorted(data["start"]["pack"])


def test_the_shuffle_check_says_when_a_deal_has_no_secret(client):
    deal = store(RuleSet.make("pagat"), "old", with_secret=False)
    html = page(client, address(deal, "shuffle_check"))
    assert "older than the shuffle check" in html
    assert "this deal was shuffled fairly" not in html
    assert data_of(client, deal)["shuffle"] is None
    assert replay_check.findings(load_deal(deal)) == []


def test_the_shuffle_check_compares_a_noted_commitment(client, deal):
    commitment = replay_check.check_of(load_deal(deal)).commitment
    url = address(deal, "shuffle_check")
    assert "The fingerprints match." in page(client, f"{url}?noted=%20{commitment.upper()}%20")
    assert "The fingerprints don’t match." in page(client, f"{url}?noted={'0' * 64}")
    html = page(client, f"{url}?noted=%3Cscript%3E")
    assert "The fingerprints don’t match." in html
    assert (
        "<script>" not in html.partition("<main")[2].partition("The fingerprints don’t match.")[0]
    )
    assert "The fingerprints don’t match." not in page(client, url)


def test_the_downloaded_script_compares_a_noted_commitment(client, deal):
    script = page(client, reverse("check_script"))
    assert len(script.splitlines()) < 125
    assert "import games" not in script
    assert "from games" not in script
    data = data_of(client, deal)
    assert all(check_script(data, data["shuffle"]["commitment"]).values())
    assert not check_script(data, "0" * 64)["commitment"]
    data["shuffle"] = None
    with pytest.raises(SystemExit, match="without a secret"):
        check_script(data)


# --- Cheating


def run_script(folder, data):
    path = folder / "deal.json"
    path.write_text(json.dumps(data))
    command = [sys.executable, CHECK_SCRIPT, path]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("preset", ["two_players_stock", "eight_players"])
@pytest.mark.parametrize("kind", CHEATS)
def test_the_script_detects_each_cheat_and_nothing_else(client, kind, preset):
    data = data_of(client, store(RuleSet.make(preset), kind))
    name, cheat = CHEATS[kind]
    assert failing(check_script(cheated(data, lambda _data: None))) == []
    assert failing(check_script(cheated(data, cheat))) == [name]


def test_script_and_club_accept_two_packs_but_no_substituted_card(client):
    deal = store(RuleSet.make("eight_players"), "two packs", words={0: "a", 5: "b"}, by_bots=True)
    assert all(club_findings(deal).values())
    data = data_of(client, deal)
    assert failing(check_script(data)) == []
    pack = data["start"]["pack"]
    assert Counter(pack) == dict.fromkeys(card_names(FULL_PACK), 2)
    place = pack.index("3D")
    # A third two of spades, dealt to whom the first three of diamonds was.
    assert failing(check_script(forged(data, place, "2S"))) == ["pack"]
    # The two copies are one card: a file in which they have changed places is the same file.
    assert forged(data, place, "3D") == data
    # Nor may one pack pass for two: the second half of this one is missing.
    half = copy.deepcopy(data)
    half["start"]["pack"] = pack[:52]
    assert "pack" in failing(check_script(half))


@pytest.mark.program
@pytest.mark.parametrize("kind", ["a digit more", "no digits", "a word from no seat"])
def test_the_script_reports_invalid_data_instead_of_failing(client, deal, tmp_path, kind):
    name, cheat = CHEATS[kind]
    done = run_script(tmp_path, cheated(data_of(client, deal), cheat))
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{name}: FALSE" in done.stdout


@pytest.mark.program
def test_the_script_prints_every_word_with_seat_and_name(client, deal, tmp_path):
    data = data_of(client, deal)
    done = run_script(tmp_path, data)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "word of seat '0', 'Ada': 'maple'\nword of seat '2', 'Bruno': 'Zt6Q1'\ncommitment: holds\n"
    )
    data["shuffle"]["words"]["7"] = "st\x1b[2Jeer\ud800"
    assert r"word of seat '7', 'unknown': 'st\x1b[2Jeer\ud800'" in run_script(tmp_path, data).stdout


def test_the_script_detects_a_reordered_stock(client):
    data = data_of(client, store(RuleSet.make("two_players_stock"), "the stock"))
    data["start"]["leftover"].reverse()
    assert failing(check_script(data)) == ["hands"]


def test_the_shuffle_check_detects_and_shows_a_word_of_an_unknown_seat(client):
    deal = store(RuleSet.make("pagat"), "nowhere", words={0: "maple", 7: "steer"})
    assert failing(club_findings(deal)) == ["words"]
    assert failing(check_script(data_of(client, deal))) == ["words"]
    html = page(client, address(deal, "shuffle_check"))
    assert re.search(r"Word for seat 7 \(empty seat\)\s*</dt>\s*<dd>\s*<code>steer</code>", html)
    assert "Check failed: this deal doesn’t match" in html


def test_the_shuffle_check_detects_and_shows_a_word_of_a_bot(client, deal):
    Seat.objects.filter(session=deal.session, number=2).update(user=None, bot="counting")
    assert failing(club_findings(deal)) == ["words"]
    assert failing(check_script(data_of(client, deal))) == ["words"]
    html = page(client, address(deal, "shuffle_check"))
    assert re.search(r"Bruno’s word \(seat 2\)\s*</dt>\s*<dd>\s*<code>Zt6Q1</code>", html)


@pytest.mark.parametrize(("seat", "word"), [("0", "two words"), ("x", "steer"), ("0", "")])
def test_the_shuffle_check_detects_and_shows_an_invalid_word(client, deal, seat, word):
    deal.words = {seat: word}
    deal.save()
    assert {"words", "pack"} <= set(failing(club_findings(deal)))
    assert "words" in failing(check_script(data_of(client, deal)))
    assert f"<code>{word}</code>" in page(client, address(deal, "shuffle_check"))


@pytest.mark.parametrize(
    ("number", "attempt", "is_drawn"),
    [(1, 1, True), (1, 2, True), (2, 1, False), (10, 1, False), (11, 1, True), (11, 3, True)],
)
def test_the_shuffle_check_detects_a_dealer_who_was_not_drawn(client, number, attempt, is_drawn):
    rules = RuleSet.make("indonesia")
    assert rules.round_length == 10
    for beside in (0, 1):
        deal = store(rules, "dealer", number=number, attempt=attempt, beside=beside)
        fails = ["dealer"] if is_drawn and beside else []
        assert ("dealer" in club_findings(deal)) == is_drawn
        assert failing(club_findings(deal)) == fails
        data = data_of(client, deal)
        assert data["start"]["dealer_drawn"] == is_drawn
        # What the file says of it is not what the check goes by.
        data["start"]["dealer_drawn"] = False
        assert failing(check_script(data)) == fails


def test_a_redealt_deal_passes_the_shuffle_check(client, club):
    game = club(rules="wikipedia", deals=2)
    dealer = game.now().state.setup.dealer
    weak = "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H"
    game.rig(weak, "3C 4D", "3S 4S", "8H 9H")
    # Rigged deals begin with the dealer at seat 0.
    deal = game.now().deal
    start = deal.start.replace("\ndealer 0\n", f"\ndealer {dealer}\n")
    Deal.objects.filter(pk=deal.pk).update(start=start)
    caches.clear_all()
    assert game.ask_for_redeal() is None
    assert game.now().deal.attempt == 2
    game.finish_deal()
    again = game.deal_row()
    assert club_findings(again)["dealer"]
    assert failing(club_findings(again)) == []
    assert failing(check_script(data_of(client, again))) == []


def test_the_session_page_leads_to_every_replay(client, club):
    game = club(rules="pagat", deals=2)
    game.finish_session()
    html = page(client, game.table.sessions.get().get_absolute_url())
    for number in (1, 2):
        assert reverse("replay", args=[game.table.slug, 1, number]) in html


def test_the_session_page_needs_no_more_queries_for_more_deals(client):
    rules = RuleSet.make("pagat")
    costs = []
    for deals in (2, 5):
        table = store(rules, "deal 1").session.table
        for number in range(2, deals + 1):
            store(rules, f"deal {number}", table=table, number=number)
        table.sessions.update(status=Session.Status.FINISHED)
        with CaptureQueriesContext(connection) as queries:
            html = page(client, table.sessions.get().get_absolute_url())
        assert html.count('class="paper session-deal"') == deals
        costs.append(len(queries))
    assert costs[1] <= costs[0]


def test_the_result_at_the_table_leads_to_the_replay(client, club):
    game = club(rules="pagat", deals=2)
    url = reverse("replay", args=[game.table.slug, 1, 1])
    assert url not in page(client, game.table.get_absolute_url())
    game.finish_deal()
    assert url in page(client, game.table.get_absolute_url())


@pytest.mark.parametrize("preset", [*SOME_RULES, *SPECIAL_RULES])
def test_every_preset_has_replays(client, preset):
    deal = store(RuleSet.make(preset), preset, by_bots=True)
    last = deal.actions.count()
    for step in (0, last // 2, last):
        page(client, address(deal) + f"?step={step}")


@pytest.mark.every_database
def test_deals_of_two_tables_have_different_replays(client, deal):
    other = store(RuleSet.make("pagat"), "another")
    assert Table.objects.count() == Session.objects.count() == 2
    mine = data_of(client, deal)
    theirs = data_of(client, other)
    assert mine["start"]["pack"] != theirs["start"]["pack"]
