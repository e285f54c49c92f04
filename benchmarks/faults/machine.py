"""Wall clock of the server's processes, and a disk to fill; faults change both."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

SIZE = 128 * 1024 * 1024
#: Lets the clock of processes be set while they run.
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


class Disk:
    """A folder, possibly on its own disk."""

    def __init__(self, folder: Path, *, is_own: bool) -> None:
        """Take a folder.

        :param is_own: whether the folder has its own disk
        """
        self.folder, self.can_be_full = folder, is_own
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no free space."""
        with self._filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(256 * 1024))
        # The last bytes, into which a database page might still fit.
        with self._filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(512))

    def free(self) -> None:
        """Free the space again."""
        self._filler.unlink(missing_ok=True)


@contextlib.contextmanager
def disk(folder: Path, *, is_kept: bool = False) -> Iterator[Disk]:
    """Mount a small disk on the folder if this process has the permission to mount.

    :param is_kept: whether to leave it mounted for inspection
    """
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(folder)]
    is_own = (
        os.geteuid() == 0
        and not subprocess.run(command, check=False, capture_output=True).returncode
    )
    try:
        yield Disk(folder, is_own=is_own)
    finally:
        if is_own and not is_kept:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
