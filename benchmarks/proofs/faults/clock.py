"""The wall clock of the server's processes, which can be set while they run (see `preload`)."""

import os
from pathlib import Path

PRELOAD = Path(__file__).with_name("preload")


class WallClock:
    """Wall clock of the processes that are started with `environment`."""

    def __init__(self, folder: Path) -> None:
        """Create a clock that shows the correct time."""
        self._file = folder / "clock"
        self.set(0)

    def environment(self) -> dict[str, str]:
        """Return the environment variables that give a process this clock."""
        known = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(PRELOAD), *([known] if known else [])])
        return {"PYTHONPATH": path, "WALL_CLOCK_FILE": str(self._file)}

    def set(self, seconds: int) -> None:
        """Offset the clock by `seconds` from now on; 0 is the correct time."""
        self._file.write_text(str(seconds))
