"""Trains the network by self-play, or resumes training.

``python -m games.bots.training --folder FOLDER --hours 8``. It saves every minute and when it is
ended by SIGTERM or Ctrl-C, and keeps the weights of some stages for the learning curve.
"""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

_SAVE_SECONDS = 60


def main() -> int:
    """Train until the time is up or a signal comes; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.bots.training", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="folder of the training's files")
    parser.add_argument("--hours", type=float, default=8.0, help="processor time in all")
    parser.add_argument("--seed", type=int, default=1, help="of a training that begins")
    parser.add_argument("--begin-with", type=Path, help="weights that a new training begins with")
    parser.add_argument(
        "--against", type=Path, help="weights in all other seats, for a best response to them"
    )
    parser.add_argument(
        "--compared",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of the deals of a new training in which actions are compared (default: 0)",
    )
    options = parser.parse_args()
    # One thread: most of the time goes into the engine anyway.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from games.bots.training.library import NoCompilerError
    from games.bots.training.trainer import Trainer

    ended = False

    def end(_signal: int, _frame: FrameType | None) -> None:
        """End after this round."""
        nonlocal ended
        ended = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    trainer = Trainer(
        options.folder, options.seed, options.begin_with, options.against, options.compared
    )
    saved = time.monotonic()
    stage = _stage(trainer.totals["hours"])
    while not ended and trainer.totals["hours"] < options.hours:
        try:
            figures = trainer.round()
        except NoCompilerError as error:
            print(error, file=sys.stderr)
            return 1
        hours = trainer.totals["hours"]
        if _stage(hours) != stage:
            stage = _stage(hours)
            trainer.write_weights(options.folder / f"stage-{hours:07.3f}h.bin")
        if time.monotonic() - saved > _SAVE_SECONDS:
            saved = time.monotonic()
            trainer.save()
            shown = {**trainer.totals, **figures}
            print(", ".join(f"{name} {value:.4g}" for name, value in shown.items()), flush=True)
    trainer.save()
    return 0


def _stage(hours: float) -> int:
    """Return the number of doublings of 1/64 hour, which begins a stage of the learning curve."""
    return int(64 * hours).bit_length()


if __name__ == "__main__":
    sys.exit(main())
