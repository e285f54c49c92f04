"""Creates the virtual environment and installs the locked dependencies.

Runs under any ``python3`` that a fresh machine has. Old versions must be able to parse it, so that
it can report that they are too old. Called by the Makefile:

    python3 config/tools/bootstrap.py requirements.lock [more.lock ...]
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

MIN_PYTHON = (3, 11)
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENV = os.path.join(HOME, ".venv")


class Problem(Exception):
    """An error that stops the set-up; its text is one sentence for the terminal."""


def unwritable(folder):
    # type: (str) -> str
    """Return why the folder is not writable, in one sentence; empty if it is."""
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return "The folder %s is not writable (%s)." % (folder, error.strerror)


def check_python():
    # type: () -> None
    """Raise `Problem` if this version of Python is too old."""
    if sys.version_info < MIN_PYTHON:
        raise Problem(
            "Python %d.%d or newer is required; this is %s (%s). Choose another with "
            "make PYTHON=/path/to/python3 ..."
            % (MIN_PYTHON + (".".join(map(str, sys.version_info[:3])), sys.executable))
        )


def digest(paths):
    # type: (list[str]) -> str
    """Return a digest of the environment's sources: the lock files and the interpreter version."""
    sha = hashlib.sha256(sys.version.encode())
    for path in paths:
        with open(path, "rb") as lock:
            sha.update(lock.read())
    return sha.hexdigest()


def run(command, failure):
    # type: (list[str], str) -> None
    """Run the command quietly; if it fails, print the end of its output and raise `failure`."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=HOME, check=False
    )
    if done.returncode:
        lines = done.stdout.decode(errors="replace").strip().splitlines()
        sys.stderr.write("\n".join(lines[-12:]) + "\n")
        raise Problem(failure)


def install(locks):
    # type: (list[str]) -> None
    """Install exactly the locked packages into .venv, unless it already has them."""
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
    sys.stdout.write("Setting up the Python environment (once, takes a minute or two) ...\n")
    sys.stdout.flush()
    if not os.path.exists(python) or sys.version not in have:
        shutil.rmtree(VENV, ignore_errors=True)
    run(
        [sys.executable, "-m", "venv", VENV],
        "Could not create the virtual environment. On Debian and Ubuntu, install the package "
        "python3-venv.",
    )
    # Python compiles what it imports; compiling every file of every package takes half a minute.
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-compile", "--require-hashes"]
    for lock in locks:
        command += ["-r", lock]
    run(
        command,
        "Could not install the dependencies. Check the network (or pip's package index) and run "
        "the same command again.",
    )
    with open(stamp, "w") as file:
        # The development lock includes the runtime one, so it needs no second installation.
        file.write("\n".join([digest([lock]) for lock in locks] + [wanted, sys.version]))


def main(arguments):
    # type: (list[str]) -> int
    """Install the packages of these lock files; return the exit status."""
    os.chdir(HOME)
    try:
        check_python()
        install(arguments)
    except Problem as problem:
        sys.stderr.write("big-two-club: %s\n" % problem)
        return 1
    except KeyboardInterrupt:
        sys.stderr.write(
            "big-two-club: The set-up was stopped. Run the same command again to continue.\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
