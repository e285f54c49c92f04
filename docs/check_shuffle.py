"""Check a deal or a round offline (docs/SHUFFLE.md): check_shuffle.py file.json [SHA-256 noted]"""

import hashlib
import json
import re
import sys
from typing import Any

RANKS = "3456789TJQKA2"
# Exactly one spelling each: a choice of spellings would be a choice of packs.
SECRET, WORD, NAME = "[0-9a-f]{64}", "[0-9A-Za-z]{1,64}", "[0-9A-Za-z]+(/[1-9][0-9]*){3}"
SHARED, ENTRANT = "shared(/[0-9A-Za-z]+)+", "[1-9][0-9]{0,5}"


def spelled(pattern: str, text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch(pattern, text) is not None


def seed(purpose: str, used: Any) -> bytes:
    words = [f"{seat} {word}" for seat, word in sorted(used["words"].items())]
    lines = ["big-two shuffle 1", purpose, used["deal"], used["secret"], *words]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode(errors="replace")).digest()


def draws(start: bytes) -> Any:
    """Return a function that draws below k: SHA-256(start, counter) in pieces of four bytes."""
    blocks = (hashlib.sha256(start + n.to_bytes(8, "big")).digest() for n in range(2**63))
    numbers = (int.from_bytes(b[i : i + 4], "big") for b in blocks for i in range(0, 32, 4))
    return lambda k: next(number for number in numbers if number < 2**32 - 2**32 % k) % k


def pack_of(used: Any, packs: int = 1) -> list[str]:
    pack = [rank + suit for rank in RANKS for suit in "DCHS"] * packs
    draw = draws(seed("pack", used))
    for i in range(len(pack) - 1, 0, -1):
        j = draw(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def check(deal: Any, noted: str = "") -> dict[str, bool]:
    used = deal["shuffle"] or sys.exit("This deal was dealt without a secret.")
    start, rules, pack = deal["start"], deal["rules"], deal["start"]["pack"]
    name, number = "{table}/{session}/{number}/".format_map(deal), int(deal["number"])
    players, way, length = rules["players"], rules["direction"], rules["round_length"]
    # Older files, from before there were two packs, lack the number.
    packs = rules.get("packs", 1)
    # The same pack at several tables: no words, no draw, and a name that no single table has.
    shared = deal.get("pack_source") == "shared"
    people = (
        []
        if shared
        else [str(n) for n, seat in enumerate(deal["seats"][:players]) if not seat["bot"]]
    )
    step = -1 if way == "clockwise" or (way == "alternate" and number % 2 == 0) else 1
    first = (RANKS.index(pack[26 * packs - 1][0]) + 2) % 13 if rules["first_card"] == "cut" else 1
    seats = [(start["dealer"] + step * (first + place)) % players for place in range(players)]
    dealt = players * rules["hand_size"]
    hands = [sorted(pack[seats.index(seat) : dealt : players]) for seat in range(players)]
    # A redealt deal keeps the dealer of its first attempt.
    drawn = draws(seed("dealer", {**used, "deal": f"{name}1"}))(players)
    is_drawn = number == 1 or (length > 0 and (number - 1) % length == 0)
    return {
        "commitment": spelled(SECRET, used["secret"])
        and hashlib.sha256(bytes.fromhex(used["secret"])).hexdigest() == used["commitment"]
        and noted.strip().lower() in ("", used["commitment"]),
        "deal": spelled(SHARED, used["deal"])
        if shared
        else spelled(NAME, used["deal"]) and used["deal"] == f"{name}{deal['attempt']}",
        "words": all(n in people and spelled(WORD, word) for n, word in used["words"].items()),
        "pack": pack == pack_of(used, packs),
        "hands": [*hands, pack[dealt:]] == [*map(sorted, start["hands"]), start["leftover"]],
        "dealer": shared or not is_drawn or start["dealer"] == drawn,
        "stock": not rules["stock_recycle"] or start["seed"] == seed("stock", used).hex(),
    }


def check_round(data: Any, noted: str = "") -> dict[str, bool]:
    """Check all tables of a round that got the same packs; return whether each check holds."""
    words = sorted(data["words"].items(), key=lambda each: (len(each[0]), each[0]))
    lines = ["big-two words 1", *(f"{entrant} {word}" for entrant, word in words)]
    message = "".join(f"{line}\n" for line in lines).encode(errors="replace")
    name = (
        "shared/{event}/{round}/{attempt}/".format_map(data) + hashlib.sha256(message).hexdigest()
    )
    players = data["rules"]["players"]
    deals = [{**deal, "rules": data["rules"]} for deal in data["deals"]]
    found = [check(deal, data["commitment"]) for deal in deals]
    return {
        **{what: bool(found) and all(each[what] for each in found) for what in found[0]},
        "noted": noted.strip().lower() in ("", data["commitment"]),
        "words": all(spelled(ENTRANT, n) and spelled(WORD, word) for n, word in words),
        "names": all(deal["shuffle"]["deal"] == f"{name}/{deal['number']}" for deal in deals),
        "secret": all(deal["shuffle"]["secret"] == data["secret"] for deal in deals),
        "shared": all(d["pack_source"] == "shared" and not d["shuffle"]["words"] for d in deals),
        "dealer": all(
            deal["start"]["dealer"] == draws(seed("dealer", deal["shuffle"]))(players)
            for deal in deals
        ),
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    if data["format"].startswith("big-two round"):
        found = check_round(data, *sys.argv[2:3])
        used = [(f"entrant {entrant!r}", word) for entrant, word in data["words"].items()]
    else:
        found = check(data, *sys.argv[2:3])
        names = {str(n): seat["name"] for n, seat in enumerate(data["seats"])}
        words = data["shuffle"]["words"].items()
        used = [(f"seat {n!r}, {names.get(n, 'unknown')!r}", word) for n, word in words]
    for source, word in used:
        print(f"word of {source}: {word!r}")
    print("\n".join(f"{name}: {'holds' if holds else 'FALSE'}" for name, holds in found.items()))
    sys.exit(not all(found.values()))
