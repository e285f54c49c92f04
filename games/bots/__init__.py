from games.rules.deal import Action, Pass, Play
from games.rules.view import View
def choose(view: View) -> Action:
    plays = view.open_plays()
    assert view.seat is not None
    if plays:
        return Play(view.seat, min(plays, key=lambda c: (-c.bit_count(), c)))
    return Pass(view.seat)
