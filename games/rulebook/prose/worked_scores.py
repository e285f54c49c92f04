"""Worked examples of scores: invented deals, scored with the rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import score_words
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import ExamplePlay, ScoreLine, WorkedScore
from games.rules.cards import FULL_PACK, TWOS, Cards, cards_of, iter_cards
from games.rules.combinations.kinds import Kind
from games.rules.scoring import Outcome, Score, Special, score

NAMES = (
    gettext_noop("Ada"),
    gettext_noop("Bruno"),
    gettext_noop("Mei"),
    gettext_noop("Tomas"),
    gettext_noop("Kofi"),
    gettext_noop("Lena"),
    gettext_noop("Ravi"),
    gettext_noop("Sofia"),
)
#: A last play without twos.
BARE_PAIR = "7a 7b"
_NINE = "3d 4a 6c 8b 9d Jc Ka 2c 2d"
_THREE = "5c Td Qa"
_FOUR = "4a 4b 4c 4d"


class WorkedScoreBuilder:
    """Builder of worked scores: invents finished deals, all won by seat 0, and scores them."""

    def __init__(self, examples: Examples) -> None:
        """Take the rule set and the cards of some examples."""
        self._examples = examples
        self._rules = examples.rules

    def whole(self, caption: str, *, foul: bool = False) -> WorkedScore:
        """Return the worked score of all players of one deal, with all payments.

        :param foul: whether the last seat broke the guard's duty
        """
        rules = self._rules
        last = "2a 2b" if rules.scoring == "deuces" else BARE_PAIR
        lefts = self._losers_hands()
        if rules.play_on:
            lefts = [0] * (rules.players - 2) + [self._examples.of(_THREE)]
        outcome = self._outcome(lefts, last, foul_seat=rules.players - 1 if foul else None)
        return self._worked_score(caption, outcome, range(rules.players), payments=True)

    def _losers_hands(self) -> list[Cards]:
        """Return the losers' hands: some large, some small, no card twice."""
        rules = self._rules
        max_cards = rules.hand_size - 1
        # Keep its last cards: they include the two twos.
        nine = cards_of(list(iter_cards(self._examples.of(_NINE)))[-max_cards:])
        sizes = [min(11, max_cards), 5, 1, 4, 2, 3][: rules.players - 2]
        lefts, taken = [nine], nine
        if rules.players > 3:
            lefts.append(self._examples.of(_THREE))
            sizes.pop()
        for size in sizes:
            lefts.append(self._cards_without_twos(size, without=taken))
            taken |= lefts[-1]
        return lefts

    def of_winner(self, caption: str, last_play: str) -> WorkedScore:
        """Return the winner's score with a given last play."""
        return self._worked_score(
            caption, self._outcome([self._examples.of(_THREE)], last_play), [0]
        )

    def of_special(self, caption: str) -> WorkedScore:
        """Return the score of a loser who played an unbeaten four of a kind."""
        bare = self._examples.find(self._examples.of(_FOUR)) is not None
        special = Special(1, Kind.BARE_FOUR if bare else Kind.FOUR_OF_A_KIND, False, False)
        lefts = [self._examples.of(_THREE)]
        return self._worked_score(
            caption, self._outcome(lefts, BARE_PAIR, specials=(special,)), [1]
        )

    def of_count(self, count: int) -> WorkedScore:
        """Return the score of a hand with `count` cards, none of them a two."""
        caption = ngettext(
            "This player has %(count)d card left.", "This player has %(count)d cards left.", count
        )
        return self._worked_score(
            caption % {"count": count},
            self._outcome_of_equal_losers(self._cards_without_twos(count)),
            [1],
        )

    def of_unplayed(self) -> WorkedScore:
        """Return the score of a whole hand, none of it played."""
        hand = self._cards_without_twos(self._rules.hand_size)
        caption = _("This player hasn’t played a card.")
        return self._worked_score(caption, self._outcome_of_equal_losers(hand, unplayed=True), [1])

    def of_twos_left(self) -> WorkedScore:
        """Return the score of nine cards, or of all but one of a small hand, including two twos."""
        nine = self._losers_hands()[0]
        caption = ngettext(
            "This player has %(count)d card left, including two twos.",
            "This player has %(count)d cards left, including two twos.",
            nine.bit_count(),
        ) % {"count": nine.bit_count()}
        return self._worked_score(caption, self._outcome_of_equal_losers(nine), [1])

    def of_twos_last(self) -> WorkedScore:
        """Return the score of three cards after the winner's last play of twos."""
        outcome = self._outcome_of_equal_losers(self._examples.of(_THREE), last_play="2a 2b")
        return self._worked_score(_("The winner’s last play was a pair of twos."), outcome, [1])

    def of_bombs(self, count: int) -> WorkedScore:
        """Return the score of three cards after `count` bombs."""
        caption = ngettext("%(count)d bomb was played.", "%(count)d bombs were played.", count) % {
            "count": count
        }
        outcome = self._outcome([self._examples.of(_THREE)], BARE_PAIR, bombs=count)
        return self._worked_score(caption, outcome, [1])

    def of_cap(self) -> WorkedScore | None:
        """Return the score of the largest hand, or None if it doesn't exceed the cap."""
        outcome = self._outcome_of_equal_losers(self._cards_without_twos(self._rules.hand_size - 1))
        loss = score(self._rules, outcome).seats[1].loss
        if loss is None or loss.uncapped is None:
            return None
        return self._worked_score(_("This loss is above the cap."), outcome, [1])

    def of_dragon(self) -> WorkedScore:
        """Return the score of one loser, with a whole hand, after another player's dragon."""
        return self._worked_score("", self._dragon_outcome(), [1])

    def score_after_dragon(self) -> Score:
        """Return the score of all players after a dragon."""
        return score(self._rules, self._dragon_outcome())

    def _dragon_outcome(self) -> Outcome:
        """Return the outcome of a deal that a dragon won."""
        hand = self._cards_without_twos(self._rules.hand_size)
        lefts = (0, *(hand for _seat in range(self._rules.players - 1)))
        none = tuple(bool(left) for left in lefts)
        return Outcome(left=lefts, winner=0, starter=None, played_none=none, out=(0,))

    # ------------------------------------------------------------------ outcomes

    def _cards_without_twos(self, count: int, without: Cards = 0) -> Cards:
        """Return `count` cards spread over the pack, without twos and other examples' cards."""
        taken = TWOS | self._examples.of(f"{BARE_PAIR} {_THREE}") | without
        free = list(iter_cards(FULL_PACK & ~taken))
        return cards_of(free[len(free) * at // count] for at in range(count))

    def _outcome_of_equal_losers(
        self, cards_left: Cards, *, last_play: str = BARE_PAIR, unplayed: bool = False
    ) -> Outcome:
        """Return the outcome of a deal in which every loser is left with the same cards."""
        return self._outcome([cards_left], last_play, unplayed=unplayed)

    def _outcome(
        self,
        losers_hands: Sequence[Cards],
        last_play: str,
        *,
        foul_seat: int | None = None,
        unplayed: bool = False,
        specials: tuple[Special, ...] = (),
        bombs: int = 0,
    ) -> Outcome:
        """Return the outcome of a deal won by seat 0.

        :param losers_hands: the losers' hands from seat 1; further seats repeat the last one
        """
        players = self._rules.players
        hands = [0, *losers_hands]
        hands += [hands[-1]] * (players - len(hands))
        out = tuple(seat for seat in range(players) if not hands[seat])
        return Outcome(
            left=tuple(hands),
            winner=0,
            # Multipliers may apply to the starter alone, so the starter is a loser.
            starter=max(range(players), key=lambda seat: hands[seat].bit_count()),
            played_none=tuple(unplayed and seat > 0 for seat in range(players)),
            last_play=self._examples.of(last_play),
            foul=foul_seat,
            out=out,
            specials=specials,
            bombs=bombs,
        )

    def _worked_score(
        self, caption: str, outcome: Outcome, seats: Sequence[int], *, payments: bool = False
    ) -> WorkedScore:
        """Return the worked score of some seats, with the payments if asked for."""
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
                counts_cards=self._rules.scoring == "cards_left" and self._rules.has_losses,
            )
            for seat in seats
        ]
        paid = [score_words.payment_sentence(each, names) for each in scored.transfers]
        return WorkedScore(caption, outcome, lines, paid if payments else [])


_NOTHING = ExamplePlay(())
