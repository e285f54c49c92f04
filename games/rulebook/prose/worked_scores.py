"""Worked examples of scores: deals made up for it, scored by the rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import score_words
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import ExamplePlay, ScoreLine, WorkedScore
from games.rules import FULL_PACK, Cards, Kind, Score, cards_of, iter_cards
from games.rules.cards import TWOS
from games.rules.scoring import Outcome, Special, score

NAMES = (
    gettext_noop("Ada"),
    gettext_noop("Bruno"),
    gettext_noop("Mei"),
    gettext_noop("Tomas"),
)
#: A last play without twos.
BARE_PAIR = "7a 7b"
_NINE = "3d 4a 6c 8b 9d Jc Ka 2c 2d"
_THREE = "5c Td Qa"
_FOUR = "4a 4b 4c 4d"


class WorkedDeals:
    """Finished deals of one rule set, and what they score. Seat 0 wins them all."""

    def __init__(self, examples: Examples) -> None:
        self._examples = examples
        self._rules = examples.rules

    def whole(self, caption: str, *, foul: bool = False) -> WorkedScore:
        """Return a deal with everybody's points and all payments."""
        rules = self._rules
        last = "2a 2b" if rules.scoring == "deuces" else BARE_PAIR
        nine = self._examples.of(_NINE)
        lefts = [nine]
        if rules.players > 2:
            large = self._plain(min(11, rules.hand_size - 1), apart_from=nine)
            lefts = [nine, large]
        if rules.players > 3:
            lefts.insert(1, self._examples.of(_THREE))
        if rules.play_on:
            lefts = [0] * (rules.players - 2) + [self._examples.of(_THREE)]
        outcome = self._outcome(lefts, last, foul=rules.players - 1 if foul else None)
        return self._reckoning(caption, outcome, range(rules.players), payments=True)

    def of_winner(self, caption: str, last: str) -> WorkedScore:
        """Return what the winner of a deal scores for the last play."""
        return self._reckoning(caption, self._outcome([self._examples.of(_THREE)], last), [0])

    def of_special(self, caption: str) -> WorkedScore:
        """Return what a loser scores who played a four that nobody beat."""
        bare = self._examples.find(self._examples.of(_FOUR)) is not None
        special = Special(1, Kind.BARE_FOUR if bare else Kind.FOUR_OF_A_KIND, False, False)
        lefts = [self._examples.of(_THREE)]
        return self._reckoning(caption, self._outcome(lefts, BARE_PAIR, specials=(special,)), [1])

    def of_count(self, count: int) -> WorkedScore:
        """Return a hand with some number of cards, none of them a two."""
        caption = ngettext("With %(count)d card left.", "With %(count)d cards left.", count)
        return self._reckoning(caption % {"count": count}, self._losing(self._plain(count)), [1])

    def of_unplayed(self) -> WorkedScore:
        """Return a hand of which no card was played."""
        hand = self._plain(self._rules.hand_size)
        return self._reckoning(
            _("This player has not played a card."), self._losing(hand, unplayed=True), [1]
        )

    def of_twos_left(self) -> WorkedScore:
        """Return nine cards with two twos."""
        outcome = self._losing(self._examples.of(_NINE))
        return self._reckoning(_("Nine cards left, two of them twos."), outcome, [1])

    def of_twos_last(self) -> WorkedScore:
        """Return the same after a last play of twos."""
        outcome = self._losing(self._examples.of(_THREE), last="2a 2b")
        return self._reckoning(_("The winner's last play was a pair of twos."), outcome, [1])

    def of_dragon(self) -> WorkedScore:
        """Return a hand after somebody else was dealt a dragon."""
        return self._reckoning("", self._after_dragon(), [1])

    def after_dragon(self) -> Score:
        """Return what everybody scores after a dragon."""
        return score(self._rules, self._after_dragon())

    def _after_dragon(self) -> Outcome:
        hand = self._plain(self._rules.hand_size)
        lefts = (0, *(hand for _seat in range(self._rules.players - 1)))
        none = tuple(bool(left) for left in lefts)
        return Outcome(left=lefts, winner=0, starter=None, played_none=none, out=(0,))

    # ------------------------------------------------------------------ making them

    def _plain(self, count: int, apart_from: Cards = 0) -> Cards:
        """Return so many cards spread over the pack, without twos and what other examples hold."""
        taken = TWOS | self._examples.of(f"{BARE_PAIR} {_THREE}") | apart_from
        free = list(iter_cards(FULL_PACK & ~taken))
        return cards_of(free[len(free) * at // count] for at in range(count))

    def _losing(self, left: Cards, *, last: str = BARE_PAIR, unplayed: bool = False) -> Outcome:
        return self._outcome([left], last, unplayed=unplayed)

    def _outcome(
        self,
        lefts: Sequence[Cards],
        last: str,
        *,
        foul: int | None = None,
        unplayed: bool = False,
        specials: tuple[Special, ...] = (),
    ) -> Outcome:
        """Return a deal that seat 0 won; seats beyond those given have the last hand given."""
        players = self._rules.players
        hands = [0, *lefts]
        hands += [hands[-1]] * (players - len(hands))
        out = tuple(seat for seat in range(players) if not hands[seat])
        return Outcome(
            left=tuple(hands),
            winner=0,
            # The factors may apply to the starter alone, so let it be one who has lost.
            starter=max(range(players), key=lambda seat: hands[seat].bit_count()),
            played_none=tuple(unplayed and seat > 0 for seat in range(players)),
            last_play=self._examples.of(last),
            foul=foul,
            out=out,
            specials=specials,
        )

    def _reckoning(
        self, caption: str, outcome: Outcome, seats: Sequence[int], *, payments: bool = False
    ) -> WorkedScore:
        scored = score(self._rules, outcome)
        names = [_(name) for name in NAMES]
        lines = [
            ScoreLine(
                seat=seat,
                name=names[seat],
                left=self._examples.hand(outcome.left[seat]) if outcome.left[seat] else _NOTHING,
                how=score_words.score_sentences(scored.seats[seat], names),
                points=scored.points[seat],
                net=scored.net[seat] if payments else None,
            )
            for seat in seats
        ]
        told = [score_words.payment_sentence(each, names) for each in scored.transfers]
        return WorkedScore(caption, outcome, lines, told if payments else [])


_NOTHING = ExamplePlay(())
