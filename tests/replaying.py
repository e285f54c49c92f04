"""Finished deals as the app stores them, shuffled from a secret and words."""

import copy
import hashlib
import runpy
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

NAMES = ("Ada", "Mei", "Bruno", "Kofi", "Lakshmi", "Tomás", "Yuki", "Zofia")
CHECK_SCRIPT = Path(__file__).parents[1] / "docs" / "check_shuffle.py"
SCRIPT = runpy.run_path(str(CHECK_SCRIPT))


def some_secret(seed: object) -> str:
    """Return a secret that a test knows in advance."""
    return hashlib.sha256(f"secret {seed}".encode()).hexdigest()


def store(
    rules,
    seed: object,
    *,
    words: Mapping[int, str] | None = None,
    with_secret: bool = True,
    number: int = 1,
    attempt: int = 1,
    beside: int = 0,
    previous=None,
    table=None,
    by_bots: bool = False,
    spectators: bool = True,
):
    """Store a finished deal, played at random or by bots, with its result.

    Seats with a word have a human player, all others a bot. With `beside`, the dealer sits that
    many seats from the one drawn, as after cheating.
    """
    from django.utils import timezone

    from accounts.services import create_guest
    from games import bots
    from games.rules import record
    from games.rules.deal.actions import action_text
    from games.rules.deal.apply import apply
    from games.rules.deal.start import start
    from games.rules.view import view
    from games.tables import shuffle
    from games.tables.models import Action, Deal, Seat, Session, Table
    from tests.games.rules.support import random_action

    random = Random(str(seed))
    words = {0: "w0rd"} if words is None else dict(words)
    secret = some_secret(seed)
    terms = {"rules": rules.to_options(), "rules_name": "House rules", "deals_planned": 12}
    if table is None:
        table = Table.objects.create(spectators=spectators, **terms)
        session = Session.objects.create(table=table, **terms)
        for seat, name in zip(range(rules.players), NAMES, strict=False):
            who = {"user": create_guest()} if seat in words else {"bot": bots.DEFAULT}
            Seat.objects.create(session=session, number=seat, name=name, **who)
    else:
        session = table.sessions.get()
    name = shuffle.deal_id(table.slug, session.number, number, attempt)
    # A redealt deal keeps its dealer.
    first = shuffle.deal_id(table.slug, session.number, number, 1)
    drawn = shuffle.draw(secret, words, first, rules.players)
    state = start(
        rules,
        shuffle.order(secret, words, name, rules.packs),
        number=number,
        dealer=(drawn + beside) % rules.players,
        previous=previous,
        seed=shuffle.stock_seed(secret, words, name),
    )
    deal = Deal.objects.create(
        session=session,
        number=number,
        attempt=attempt,
        start=record.write(state),
        secret=secret if with_secret else "",
        words={str(seat): word for seat, word in words.items()} if with_secret else {},
    )
    while not state.over:
        seen = view(state, state.turn)
        acts = bots.decide(bots.bot(), seen) if by_bots else random_action(random, state)
        state = apply(state, acts)
    Action.objects.bulk_create(
        Action(deal=deal, number=place, text=action_text(action), by_bot=action.seat not in words)
        for place, action in enumerate(state.actions)
    )
    result = state.result
    deal.winner, deal.points, deal.nets = result.winner, list(result.points), list(result.net)
    deal.pairs = [[each.payer, each.payee, each.amount] for each in result.score.transfers]
    deal.finished_at = timezone.now()
    deal.save()
    return deal


def store_given(rules, hands, *actions, leftover="", leader=None, previous=None, number=1):
    """Store a deal of the given hands and the actions that end it."""
    from games.rules import record
    from games.rules.cards import parse_card, parse_cards
    from games.rules.deal.actions import action_text
    from games.rules.deal.apply import apply
    from games.rules.deal.start import start_from_hands
    from games.tables.models import Action

    deal = store(rules, "replaced", with_secret=False)
    state = start_from_hands(
        rules,
        [parse_cards(hand) for hand in hands],
        leftover=[parse_card(name) for name in leftover.split()],
        leader=leader,
        number=number,
        previous=previous,
    )
    deal.start = record.write(state)
    deal.actions.all().delete()
    for action in actions:
        state = apply(state, action)
    Action.objects.bulk_create(
        Action(deal=deal, number=place, text=action_text(action))
        for place, action in enumerate(actions)
    )
    deal.nets, deal.points = list(state.result.net), list(state.result.points)
    deal.save()
    return deal


# --- Cheating: files in which one check fails and all others hold


def _respell(change: Callable[[str], str]) -> Callable[[dict], None]:
    def cheat(data: dict) -> None:
        data["shuffle"]["secret"] = change(data["shuffle"]["secret"])

    return cheat


def _add(seat: str, word: object) -> Callable[[dict], None]:
    def cheat(data: dict) -> None:
        data["shuffle"]["words"][seat] = word

    return cheat


def _count(name: str, number: object) -> Callable[[dict], None]:
    """Return a cheat that respells a number in the deal's name."""

    def cheat(data: dict) -> None:
        data[name] = number
        parts = (data[part] for part in ("table", "session", "number", "attempt"))
        data["shuffle"]["deal"] = "/".join(map(str, parts))

    return cheat


def _choose_dealer(number: object) -> Callable[[dict], None]:
    def cheat(data: dict) -> None:
        data["start"]["dealer_drawn"] = False
        data["number"] = number

    return cheat


#: Name of each cheat → the check that must fail; for a deal with one human player, at seat 0.
CHEATS: dict[str, tuple[str, Callable[[dict], None]]] = {
    "upper case": ("commitment", _respell(str.upper)),
    "spaces": ("commitment", _respell(lambda digits: f"{digits[:2]} {digits[2:]}")),
    "a space after it": ("commitment", _respell(lambda digits: f"{digits} ")),
    "a line feed after it": ("commitment", _respell(lambda digits: f"{digits}\n")),
    "a digit more": ("commitment", _respell(lambda digits: f"{digits}0")),
    "no digits": ("commitment", _respell(lambda digits: "zz")),
    "a word from nowhere": ("words", _add("7", "steer")),
    "a word from no seat": ("words", _add("x", "steer")),
    "a second word": ("words", _add("00", "steer")),
    "a bot's word": ("words", _add("1", "steer")),
    "two words": ("words", _add("0", "two words")),
    "an empty word": ("words", _add("0", "")),
    "a long word": ("words", _add("0", "a" * 65)),
    "a number for a word": ("words", _add("0", 5)),
    "a leading zero": ("deal", _count("session", "01")),
    "a fraction": ("deal", _count("attempt", 1.0)),
    "another dealer": ("dealer", _choose_dealer(1)),
    "another dealer, the number as text": ("dealer", _choose_dealer("1")),
}


def cheated(data: dict, cheat: Callable[[dict], None]) -> dict:
    """Return the data after a cheat and its consequences; another dealer sits one seat on."""
    from games.rules.cards import parse_card
    from games.rules.deal.start import first_dealt
    from games.rules.deal.state import step_of
    from games.rules.ruleset.rule_set import RuleSet

    data = copy.deepcopy(data)
    cheat(data)
    start, used, rules = data["start"], data["shuffle"], RuleSet.make(options=data["rules"])
    first_attempt = "{table}/{session}/{number}/1".format_map(data)
    draw = SCRIPT["draws"](SCRIPT["seed"]("dealer", {**used, "deal": first_attempt}))
    dealer = (draw(rules.players) + (not start["dealer_drawn"])) % rules.players
    pack = SCRIPT["pack_of"](used, rules.packs)
    step = step_of(rules, int(data["number"]))
    first = first_dealt(rules, [parse_card(card) for card in pack], dealer, step)
    hands: list[list[str]] = [[] for _ in range(rules.players)]
    dealt = rules.players * rules.hand_size
    for place, card in enumerate(pack[:dealt]):
        hands[(first + step * place) % rules.players].append(card)
    start |= {"dealer": dealer, "pack": pack, "hands": hands, "leftover": pack[dealt:]}
    start["seed"] = SCRIPT["seed"]("stock", used).hex()
    return data


def forged(data: dict, place: int, card: str) -> dict:
    """Return the data with another card at a place in the pack, and in the hand that got it."""
    data = copy.deepcopy(data)
    start = data["start"]
    hands, pack = start["hands"], start["pack"]
    # With two packs several players may have the card: the deal order decides whose it is.
    size = min(map(len, hands))
    dealt = Counter(pack[place % len(hands) : size * len(hands) : len(hands)])
    hand = next(hand for hand in hands if dealt <= Counter(hand))
    hand[hand.index(pack[place])] = card
    pack[place] = card
    return data


def failing(found: Mapping[str, bool]) -> list[str]:
    return [name for name, holds in found.items() if not holds]


def store_finished(
    preset: str = "pagat",
    *,
    options: Mapping[str, object] | None = None,
    words: Mapping[str, str] | None = None,
    hands: Sequence[str] = (),
    seed: object = 0,
    with_secret: bool = True,
) -> str:
    """Store a finished deal, with these hands if given; return the path of its replay."""
    from django.urls import reverse

    from games.rules.ruleset.rule_set import RuleSet

    rules = RuleSet.make(preset, options)
    if hands:
        deal = store_given(rules, hands)
    else:
        said = {int(seat): word for seat, word in (words or {"0": "w0rd"}).items()}
        deal = store(rules, seed, words=said, by_bots=True, with_secret=with_secret)
    return reverse("replay", args=[deal.session.table.slug, 1, deal.number])
