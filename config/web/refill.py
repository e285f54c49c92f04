"""Fills in a form of a rendered page with values that were sent before."""

import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from html import escape
from html.parser import HTMLParser
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

#: Fields whose value is never sent back, by name and by autocomplete attribute. The game's "pass"
#: is not a secret.
SECRET_NAME: Final = re.compile(
    r"passw|pass[_-]?(?:phrase|key|code)|^pass$|secret|token|(^|[_-])otp|(^|[_-])pin$|(^|[_-])code"
    r"|recovery|credential|signature",
    re.IGNORECASE,
)
SECRET_COMPLETION: Final = re.compile(r"password|one-time-code|cc-")
#: Inputs without typed text, and those that are never filled in.
_BUTTONS: Final = {"submit", "button", "image", "reset", "file", "password"}
_CHECKED: Final = {"checkbox", "radio"}

Values = Mapping[str, Sequence[str]]


class Edit(NamedTuple):
    """A replacement in the page: start and end offset, and the new text."""

    start: int
    end: int
    text: str


class _Form:
    """A form of the page, and the edits that fill it."""

    def __init__(self, values: Values, *, is_target: bool) -> None:
        self.is_target = is_target
        self.edits: list[Edit] = []
        self.names: set[str] = set()
        self.buttons: set[str] = set()
        #: Number of hidden inputs with the sent value; it tells forms with the same address apart.
        self.same_hidden = 0
        self._unused_values = {name: deque(each) for name, each in values.items()}
        self._values = values

    def next_value(self, name: str) -> str | None:
        """Take the next unused sent value with that name; None if there is none left."""
        left = self._unused_values.get(name)
        return left.popleft() if left else None

    def has_value(self, name: str, value: str) -> bool:
        """Return whether a value with that name was sent."""
        return value in self._values.get(name, ())

    def score(self, sent: set[str]) -> tuple[int, int]:
        """Return how well the form fits the names of the sent values; higher is better.

        First its number of sent names less its names that were not sent, then `same_hidden`.
        """
        known = self.names | self.buttons
        return len(known & sent) - len(self.names - sent), self.same_hidden


class _FormReader(HTMLParser):
    """Finds the forms that post to an address, and collects the edits that fill in each."""

    def __init__(self, html: str, page: str, target: str, values: Values) -> None:
        super().__init__(convert_charrefs=False)
        self.forms: list[_Form] = []
        self.actions: list[Edit] = []
        self._page, self._target, self._values = page, target, values
        self._form: _Form | None = None
        self._textarea: tuple[int, str] | None = None
        self._select = ""
        # The parser counts only line feeds as line ends.
        self._lines = [0, *(found.end() for found in re.finditer("\n", html))]
        self.feed(html)
        self.close()

    def _offset(self) -> int:
        """Return the current position as an offset in the page."""
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start a form, or fill in a field of a form that posts to the target."""
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._start_form(attributes)
        elif self._form is not None and self._form.is_target:
            self._fill_field(tag, attributes)

    handle_startendtag = handle_starttag

    def _start_form(self, attributes: dict[str, str]) -> None:
        """Start a form; give it an action if it has none."""
        action = urlsplit(urljoin(self._page, attributes.get("action", "")))
        is_post = attributes.get("method", "").lower() == "post"
        self._form = _Form(self._values, is_target=is_post and action.path == self._target)
        if is_post and self._form.is_target:
            self.forms.append(self._form)
        if is_post and not attributes.get("action"):
            self._add_tag_edit(self.actions, "form", attributes | {"action": self._page})

    def _fill_field(self, tag: str, attributes: dict[str, str]) -> None:
        """Fill in a field with its sent values, unless it is secret."""
        form, name = self._form, attributes.get("name", "")
        assert form is not None
        if name and (tag == "button" or (tag == "input" and attributes.get("type") in _BUTTONS)):
            form.buttons.add(name)
            return
        if tag == "option":
            if self._select:
                chosen = form.has_value(self._select, attributes.get("value", ""))
                self._replace_tag("option", _with_flag(attributes, "selected", on=chosen))
            return
        is_secret = SECRET_NAME.search(name) or SECRET_COMPLETION.search(
            attributes.get("autocomplete", "")
        )
        if not name or is_secret or name not in self._values:
            if tag == "input" and name and not is_secret and attributes.get("type") in _CHECKED:
                # Unchecked boxes are not sent.
                form.names.add(name)
                self._replace_tag("input", _with_flag(attributes, "checked", on=False))
            return
        if tag == "select":
            form.names.add(name)
            self._select = name
        elif tag == "textarea":
            form.names.add(name)
            start = self._offset() + len(self.get_starttag_text() or "")
            self._textarea = start, form.next_value(name) or ""
        elif tag == "input":
            self._fill_input(form, name, attributes)

    def _fill_input(self, form: _Form, name: str, attributes: dict[str, str]) -> None:
        """Fill in an input: check it, or set the next sent value."""
        kind = attributes.get("type", "text").lower()
        if kind in _BUTTONS:
            return
        form.names.add(name)
        if kind in _CHECKED:
            on = form.has_value(name, attributes.get("value", "on"))
            self._replace_tag("input", _with_flag(attributes, "checked", on=on))
            return
        value = form.next_value(name)
        if value is None:
            return
        if kind == "hidden" and attributes.get("value", "") == value:
            form.same_hidden += 1
        self._replace_tag("input", attributes | {"value": value})

    def handle_endtag(self, tag: str) -> None:
        """End a form, a select, or a text area, whose text is replaced."""
        if tag == "textarea" and self._textarea is not None and self._form is not None:
            start, value = self._textarea
            # Browsers skip a leading line feed, so one is added to keep the text's own.
            self._form.edits.append(Edit(start, self._offset(), "\n" + escape(value)))
            self._textarea = None
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._form = None

    def _replace_tag(self, tag: str, attributes: dict[str, str]) -> None:
        """Add an edit of the current form that replaces the current start tag."""
        assert self._form is not None
        self._add_tag_edit(self._form.edits, tag, attributes)

    def _add_tag_edit(self, edits: list[Edit], tag: str, attributes: dict[str, str]) -> None:
        """Add an edit that replaces the current start tag by one with these attributes."""
        start = self._offset()
        said = "".join(
            f' {name}="{escape(value)}"' if value else f" {name}"
            for name, value in attributes.items()
        )
        edits.append(Edit(start, start + len(self.get_starttag_text() or ""), f"<{tag}{said}>"))


def _with_flag(attributes: dict[str, str], name: str, *, on: bool) -> dict[str, str]:
    """Return the attributes with that flag set or removed."""
    kept = {each: value for each, value in attributes.items() if each != name}
    return kept | {name: ""} if on else kept


def without_secrets(sent: Values) -> dict[str, list[str]]:
    """Return the sent values without secrets and without the CSRF token."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for name, each in sent.items():
        if not SECRET_NAME.search(name):
            grouped[name] += each
    return dict(grouped)


def refilled(html: str, page: str, target: str, values: Values) -> str | None:
    """Return the page with the form that posts to the target filled in.

    None if it has no such form, or none with fields for all sent values.

    :param page: the page's address, to which forms without an action post
    :param target: the path that was posted to
    :param values: what was sent, by name
    """
    read = _FormReader(html, page, target, values)
    if not read.forms:
        return None
    sent = set(values)
    best = max(read.forms, key=lambda form: form.score(sent))
    if sent - best.names - best.buttons:
        # An entered value would be lost.
        return None
    for edit in sorted([*best.edits, *read.actions], reverse=True):
        html = html[: edit.start] + edit.text + html[edit.end :]
    return html
