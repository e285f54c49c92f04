"""Static files: collected under names that contain a digest of their content.

Browsers can cache them for ever, and a page never gets a script of another release.
"""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

#: Suffix of the file next to STATIC_ROOT with the digest of the collected sources.
DIGEST_SUFFIX = ".collected"
#: File in which the static files storage lists the hashed names.
MANIFEST = "staticfiles.json"


def collect() -> None:
    """Collect the static files in STATIC_ROOT, hashed and compressed, unless that is done already.

    Files of earlier releases stay, because open pages may still request them.

    :raises OSError: the folder is not writable
    """
    root = Path(settings.STATIC_ROOT)
    mark = root.with_name(root.name + DIGEST_SUFFIX)
    digest = digest_of_sources()
    if mark.exists() and mark.read_text() == digest and is_complete(root):
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    # Written last, so that the next start repeats an interrupted collection.
    mark.write_text(digest)


def is_complete(root: Path) -> bool:
    """Return whether the folder has its manifest and every file listed in it."""
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
