"""A small disk, which can be full."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

SIZE = 128 * 1024 * 1024


class Disk:
    """A folder on a disk of its own."""

    def __init__(self, folder: Path, *, is_own: bool) -> None:
        """Take a folder.

        :param is_own: whether it has a disk of its own
        """
        self.folder, self.can_be_full = folder, is_own
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no space."""
        with self._filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(256 * 1024))
        # The last bytes, which a page of the database might still fit into.
        with self._filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(512))

    def free(self) -> None:
        """Give the space back."""
        self._filler.unlink(missing_ok=True)


@contextlib.contextmanager
def disk(folder: Path, *, is_kept: bool = False) -> Iterator[Disk]:
    """Put a small disk into the folder, where this process may mount one.

    :param is_kept: whether it is left there, for a look at what it has
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
