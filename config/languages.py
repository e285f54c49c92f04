"""The languages of the site, and which of them have a complete catalogue."""

import gettext
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).resolve().parent / "locale"

#: Codes of the languages with a catalogue, besides English. The order matters: for a bare "zh",
#: Django takes the first code that begins with "zh-".
TRANSLATED = ("zh-hans", "zh-hant", "id", "fil")

#: What Django's list of languages lacks. Django looks up fallbacks of the whole code only, so each
#: regional variant needs its own.
LANG_INFO: dict[str, dict[str, Any]] = {
    "fil": {"bidi": False, "code": "fil", "name": "Filipino", "name_local": "Filipino"},
    **{code: {"fallback": ["fil"]} for code in ("tl", "tl-ph")},
    **{code: {"fallback": ["id"]} for code in ("in", "in-id")},
    **{code: {"fallback": ["zh-hant"]} for code in ("yue", "yue-hk", "yue-hant", "yue-hant-hk")},
}

#: gettext's rule for the plural form of a number, by language. Filipino has one form for numbers
#: that end in 4, 6 or 9, and one for all others.
PLURAL_FORMS = {
    "zh-hans": "nplurals=1; plural=0;",
    "zh-hant": "nplurals=1; plural=0;",
    "id": "nplurals=1; plural=0;",
    "fil": "nplurals=2; plural=(n % 10 == 4 || n % 10 == 6 || n % 10 == 9);",
}


def folder_name(code: str) -> str:
    """Return the name of a language's folder: "zh_Hant" for "zh-hant"."""
    language, _, variant = code.partition("-")
    return f"{language}_{variant.title()}" if variant else language


def catalogue(code: str, folder: Path = LOCALE) -> Path:
    """Return the path of a language's catalogue; the compiled one has the suffix .mo."""
    return folder / folder_name(code) / "LC_MESSAGES" / "django.po"


def offered(folder: Path = LOCALE) -> tuple[list[str], list[str]]:
    """Return the codes of the languages that readers can choose, and why others can't be read.

    Only complete catalogues are compiled (`config.tools.catalogues`), so a language is offered if
    its compiled catalogue can be read.
    """
    codes, problems = ["en"], []
    for code in TRANSLATED:
        compiled = catalogue(code, folder).with_suffix(".mo")
        try:
            with compiled.open("rb") as file:
                gettext.GNUTranslations(file)
        except FileNotFoundError:
            continue
        # The library raises many kinds of errors for a damaged file.
        except Exception as error:
            problems.append(f"{compiled} can't be read, so {code} is not offered: {error}")
        else:
            codes.append(code)
    return codes, problems
