"""The wall clock of the club's processes, which can be set while they run (`preload`)."""

import os
from pathlib import Path

PRELOAD = Path(__file__).with_name("preload")


class WallClock:
    """The clock of processes that are started with `environment`."""

    def __init__(self, folder: Path) -> None:
        """Make a clock that goes right."""
        self._file = folder / "clock"
        self.set(0)

    def environment(self) -> dict[str, str]:
        """Return what processes with this clock are started with."""
        known = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(PRELOAD), *([known] if known else [])])
        return {"PYTHONPATH": path, "WALL_CLOCK_FILE": str(self._file)}

    def set(self, seconds: int) -> None:
        """Let it be wrong by so many seconds from now on; by none for the right time."""
        self._file.write_text(str(seconds))
