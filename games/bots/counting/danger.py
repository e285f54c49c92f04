"""Chance that a rival goes out before the bot's next turn.

A rival goes out by beating the play on the table or by gaining the lead. So before a player with
one card the bot leads more than one card or its highest single, and it takes the trick from a
player who would go out with the next lead.
"""

from games.bots.counting.situation import Rival, Situation
from games.rules.combinations.kinds import Combination

#: The chance that a number of cards is one combination; players keep these for the end.
_OUT_ON_LEAD = {1: 1.0, 2: 0.35, 3: 0.12, 5: 0.25}
_OUT_ON_LEAD_OTHERWISE = 0.03
#: The same for four cards if two pairs can be played together.
_OUT_ON_LEAD_WITH_TWO_PAIRS = 0.15

#: The chance that a player does not block the next player.
_AFTER_ANOTHER = 0.75


def out_over(situation: Situation, play: Combination) -> float:
    """Return the chance that a rival who may answer beats a play with their last cards."""
    safe, passed_by = 1.0, 1.0
    for rival in situation.rivals:
        if not rival.answers:
            continue
        if rival.cards == play.size:
            safe *= 1 - passed_by * situation.now.chance_to_beat(play, rival.cards)
        passed_by *= _AFTER_ANOTHER
    return 1 - safe


def out_on_lead(situation: Situation, rival: Rival) -> float:
    """Return the chance that a rival who gains the lead goes out with it."""
    if rival.cards == 4 and situation.table.with_two_pairs:
        return _OUT_ON_LEAD_WITH_TWO_PAIRS
    return _OUT_ON_LEAD.get(rival.cards, _OUT_ON_LEAD_OTHERWISE)


def out_on_lost_lead(situation: Situation, play: Combination) -> float:
    """Return the chance that a rival goes out with the lead that a play loses."""
    answering = [rival for rival in situation.rivals if rival.answers]
    if not answering:
        return 0.0
    lost = 1 - situation.now.holds(play)
    return lost * sum(out_on_lead(situation, rival) for rival in answering) / len(answering)


def out_after_pass(situation: Situation) -> float:
    """Return the chance that a rival goes out if the bot passes."""
    top, owner = situation.top, situation.view.owner
    if top is None or owner is None:
        return 0.0
    now = out_over(situation, top)
    holds = situation.now.holds(top)
    answering = [rival for rival in situation.rivals if rival.answers and rival.seat != owner]
    lost = 0.0
    if answering:
        lost = (1 - holds) * sum(out_on_lead(situation, rival) for rival in answering)
        lost /= len(answering)
    owners = [rival for rival in situation.rivals if rival.seat == owner]
    kept = holds * sum(out_on_lead(situation, rival) for rival in owners)
    return now + (1 - now) * (kept + lost)
