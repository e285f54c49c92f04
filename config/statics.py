"""Styles, scripts, pictures and fonts as browsers get them: under names that carry their digest.

A browser may keep such a file for ever, and a page never meets the script of another release.
"""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

#: The ending of the file beside STATIC_ROOT that says of which sources the folder was made.
MARK = ".collected"
#: Where the storage of static files notes under which name it laid out each of them.
MANIFEST = "staticfiles.json"


def collect() -> None:
    """Lay the static files out in STATIC_ROOT, hashed and compressed, unless they lie there.

    What earlier releases left there stays: a page that is still open may ask for it.

    :raises OSError: the folder cannot be written to.
    """
    root = Path(settings.STATIC_ROOT)
    mark = root.with_name(root.name + MARK)
    digest = digest_of_sources()
    if mark.exists() and mark.read_text() == digest and is_whole(root):
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    # At last, so that a start that was broken off is made good by the next.
    mark.write_text(digest)


def is_whole(root: Path) -> bool:
    """Return whether the folder has its manifest and every file that is named there."""
    try:
        names = json.loads((root / MANIFEST).read_text())["paths"].values()
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError):
        return False
    return all((root / name).is_file() for name in names)


def digest_of_sources() -> str:
    """Return a digest of the names and contents of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            name = f"{getattr(storage, 'prefix', None) or ''}/{path}"
            with storage.open(path) as file:
                content = file.read()
            digest.update(f"{name}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()
