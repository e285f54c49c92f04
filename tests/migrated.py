"""The migrated SQLite file that every test process and every club in a browser test starts from.

Migrating an empty database takes some ten seconds of the processor, so one process of a run does it
and all others copy the file.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]


class _Shared:
    """The folder that all processes of a run share, which ``tests/conftest.py`` names."""

    folder: Path | None = None


def share(folder: Path) -> None:
    """Name the folder that all processes of this run share."""
    _Shared.folder = folder


def copy_to(path: Path) -> None:
    """Put a migrated database at ``path``; the first process to ask makes it for all."""
    assert _Shared.folder, "no folder was named"
    original = _Shared.folder / "migrated.sqlite3"
    with (_Shared.folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not original.exists():
            with tempfile.TemporaryDirectory(dir=_Shared.folder) as folder:
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
                    cwd=HOME,
                    env={**os.environ, "DATA_DIR": folder},
                    check=True,
                )
                Path(folder, "club.sqlite3").rename(original)
    shutil.copyfile(original, path)
