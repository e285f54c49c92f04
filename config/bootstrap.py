"""Makes the virtual environment and fills it with the locked dependencies.

Runs under whatever ``python3`` a fresh machine has, so it is written for old ones too: it must
still be able to say that they are too old. Called by the Makefile:

    python3 config/bootstrap.py requirements.lock [more.lock ...]
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

OLDEST = (3, 11)
HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(HOME, ".venv")


class Problem(Exception):
    """Why it cannot go on: one sentence for the person at the terminal."""


def unwritable(folder):
    # type: (str) -> str
    """Return why the folder cannot be written to, in one sentence; empty when it can."""
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return "The folder %s cannot be written to (%s)." % (folder, error.strerror)


def check_python():
    # type: () -> None
    if sys.version_info < OLDEST:
        raise Problem(
            "Python %d.%d or newer is needed, this is %s (%s); choose another with "
            "make PYTHON=/path/to/python3 ..."
            % (OLDEST + (".".join(map(str, sys.version_info[:3])), sys.executable))
        )


def digest(paths):
    # type: (list[str]) -> str
    """Return a digest of what the environment was made from: the locks and the interpreter."""
    sha = hashlib.sha256(sys.version.encode())
    for path in paths:
        with open(path, "rb") as lock:
            sha.update(lock.read())
    return sha.hexdigest()


def run(command, failure):
    # type: (list[str], str) -> None
    """Run it quietly; when it fails show the last of what it said and one sentence."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=HOME, check=False
    )
    if done.returncode:
        lines = done.stdout.decode(errors="replace").strip().splitlines()
        sys.stderr.write("\n".join(lines[-12:]) + "\n")
        raise Problem(failure)


def install(locks):
    # type: (list[str]) -> None
    """Make .venv hold just what the locks name, unless it already does."""
    stamp = os.path.join(VENV, "made-from")
    wanted = digest(locks)
    python = os.path.join(VENV, "bin", "python")
    have = ""
    if os.path.exists(stamp) and os.path.exists(python):
        with open(stamp) as file:
            have = file.read()
    if wanted in have.split():
        return
    problem = unwritable(HOME)
    if problem:
        raise Problem(problem)
    sys.stdout.write("Setting up the Python environment (once; a minute or two) ...\n")
    sys.stdout.flush()
    if not os.path.exists(python) or sys.version not in have:
        shutil.rmtree(VENV, ignore_errors=True)
    run(
        [sys.executable, "-m", "venv", VENV],
        "The virtual environment could not be made; on Debian and Ubuntu it needs the package "
        "python3-venv.",
    )
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--require-hashes"]
    for lock in locks:
        command += ["-r", lock]
    run(
        command,
        "The dependencies could not be installed; check the network (or the package index that "
        "pip is set to) and run the same command again.",
    )
    with open(stamp, "w") as file:
        # The development lock holds the runtime one, so whoever has it needs no second install.
        file.write("\n".join([digest([lock]) for lock in locks] + [wanted, sys.version]))


def main(arguments):
    # type: (list[str]) -> int
    os.chdir(HOME)
    try:
        check_python()
        install(arguments)
    except Problem as problem:
        sys.stderr.write("big-two-club: %s\n" % problem)
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("big-two-club: The set-up was stopped; run it again to go on.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
