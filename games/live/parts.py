"""Parts of pages that update themselves, and the HTML that brings a browser up to date.

A page shows each audience, viewers who get identical HTML, a tree of parts. Its leaves are elements
with ids, which htmx puts in the place of older ones. A tree is made once per audience and version,
from the tree of the version before, so only what has changed is rendered. A browser gets the
difference between the tree it shows and the newest one, made once for all that show the same.
"""

import asyncio
import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar
from weakref import WeakValueDictionary

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.common.database import in_database

V = TypeVar("V")
A = TypeVar("A", bound=Hashable)

_numbers = itertools.count()


class Node(Protocol):
    """A part of a page: an element, or several that are sent together."""

    def since(self, shown: Self | None, /) -> str:
        """Return the HTML for a browser that shows that earlier part; None: nothing of it."""


class Part(NamedTuple):
    """An element as declared by its page."""

    name: str
    #: Parts of this name with equal keys look the same.
    key: object
    render: Callable[[], str]


class Element(NamedTuple):
    """A rendered element, with the key that it was rendered for."""

    key: object
    html: str

    def since(self, shown: "Element | None") -> str:
        """Return the element, or nothing if the browser shows the same."""
        return "" if shown is not None and shown.html == self.html else self.html


class Parts:
    """Parts by name, as one audience sees them at one version.

    Parts of equal shape differ only in what their parts differ in, and have all the parts that were
    there before; otherwise the whole is sent.
    """

    __slots__ = ("__weakref__", "_html", "_since", "_whole", "number", "parts", "shape", "value")

    def __init__(
        self,
        parts: Mapping[str, Node],
        *,
        shape: object = None,
        whole: Callable[[], str] | None = None,
    ) -> None:
        """Keep the parts.

        :param shape: all that is shown besides the parts
        :param whole: renders the element that has the parts in it; None: they have none in common.
            It must not refer to these parts, or they would outlive their last browser
        """
        self.number: Final = next(_numbers)
        #: What they show, once they are made for all viewers (`Renderings`).
        self.value: object = None
        self.parts = parts
        self.shape = shape
        self._whole = whole
        self._html: str | None = None
        #: Differences by the number of the parts that a browser shows.
        self._since: dict[int, str] | None = None

    @property
    def html(self) -> str:
        """The HTML of all parts."""
        if self._html is None:
            self._html = self._render()
        return self._html

    def _render(self) -> str:
        """Return the HTML of all parts."""
        return self._whole() if self._whole else _joined(self._each_since({}))

    def since(self, shown: "Parts | None") -> str:
        """Return the HTML for a browser that shows these earlier parts; empty if it needs none."""
        if shown is self:
            return ""
        if shown is None:
            return self.html
        if self._since is None:
            self._since = {}
        made = self._since.get(shown.number)
        if made is None:
            is_same_shape = shown.shape == self.shape
            made = self._changes(shown) if is_same_shape else self.html
            self._since[shown.number] = made
        return made

    def is_ready(self, shown: "Parts | None") -> bool:
        """Return whether the HTML for a browser that shows these earlier parts is made already."""
        if shown is None:
            return self._html is not None
        return shown is self or shown.number in (self._since or ())

    def forget_html(self) -> None:
        """Free all HTML but that of the parts; for parts that no other browser will need."""
        self._whole = self._html = self._since = None

    def _changes(self, shown: "Parts") -> str:
        """Return the HTML of the parts that differ from the earlier ones of the same shape."""
        return _joined(self._each_since(shown.parts))

    def _each_since(self, shown: Mapping[str, Node]) -> Iterable[str]:
        """Yield the HTML for each part that the browser lacks, and empty texts."""
        for name, part in self.parts.items():
            before = shown.get(name)
            if before is not part:
                yield part.since(before)


class ElementList(Parts):
    """Elements of a list, which come and go, as HTML by id."""

    __slots__ = ("elements", "list_id")

    def __init__(self, list_id: str, elements: Mapping[str, str]) -> None:
        """Keep the elements in their order.

        :param list_id: id of the list
        """
        super().__init__({})
        self.list_id = list_id
        self.elements = elements

    def _render(self) -> str:
        """Return the out-of-band element that replaces the whole content of the list."""
        return _swap(f"innerHTML:#{self.list_id}", self.elements.values())

    def _changes(self, shown: Parts) -> str:
        """Return the HTML that removes, replaces and inserts elements.

        If elements that stay have changed their order, it replaces the whole list.
        """
        assert isinstance(shown, ElementList)
        before, now = shown.elements, self.elements
        stay = [name for name in before if name in now]
        if stay != [name for name in now if name in before]:
            return self.html
        news: list[str] = [
            format_html('<li id="{}" hx-swap-oob="delete"></li>', name)
            for name in before
            if name not in now
        ]
        news += [now[name] for name in stay if now[name] != before[name]]
        after = ""
        for is_new, run in itertools.groupby(now, lambda name: name not in before):
            names = list(run)
            if is_new:
                target = f"afterend:#{after}" if after else f"afterbegin:#{self.list_id}"
                news.append(_swap(target, (now[name] for name in names)))
            after = names[-1]
        return _joined(news)


def elements(declared: Iterable[Part], before: Parts | None = None) -> dict[str, Node]:
    """Return the declared parts as elements; render only those without an equal key before."""
    known = before.parts if before else {}
    return {name: _element(known.get(name), key, render) for name, key, render in declared}


def _element(known: Node | None, key: object, render: Callable[[], str]) -> Element:
    """Return the known element if its key is equal; otherwise render a new one."""
    if isinstance(known, Element) and known.key == key:
        return known
    return Element(key, render())


def _joined(html: Iterable[str]) -> SafeString:
    """Return the pieces of HTML one after the other."""
    return mark_safe("".join(html))  # noqa: S308  # each of them is


def _swap(target: str, html: Iterable[str]) -> SafeString:
    """Return an out-of-band element that inserts the elements at an htmx swap target."""
    return format_html('<ul hx-swap-oob="{}">{}</ul>', target, _joined(html))


# --- What one browser shows


class ShownPage:
    """The parts that a browser shows, by region of its page."""

    def __init__(self) -> None:
        self.regions: dict[str, Node] = {}

    def news(self, region: str, node: Node) -> str:
        """Return the HTML that brings the region up to this node, which it shows from then on."""
        shown = self.regions.get(region)
        if shown is node:
            return ""
        self.regions[region] = node
        return node.since(shown)

    def own_parts_news(self, region: str, parts: Parts) -> str:
        """Return the same as `news` of parts that only this browser gets."""
        html = self.news(region, parts)
        parts.forget_html()
        return html

    def own_news(self, *declared: Part) -> str:
        """Return the HTML of those parts that only this browser gets and does not show yet."""
        html = ""
        for name, key, render in declared:
            shown = self.regions.get(name)
            if not isinstance(shown, Element) or shown.key != key:
                html += self.news(name, Element(key, render()))
        return html

    def parts(self, region: str) -> Parts | None:
        """Return the parts that the region shows; None before the first."""
        shown = self.regions.get(region)
        return shown if isinstance(shown, Parts) else None

    def forget(self, region: str, name: str) -> None:
        """Send a part of the region next time even if the browser shows it."""
        if shown := self.parts(region):
            others = {each: part for each, part in shown.parts.items() if each != name}
            self.regions[region] = Parts(others, shape=shown.shape)

    def forget_all(self) -> None:
        """Send everything next time."""
        self.regions.clear()


# --- Made once for all viewers


#: Makes the parts of a value for an audience, from the audience's earlier parts, if any.
Maker = Callable[[V, A, Parts | None], Parts]
#: Maker, language and audience.
_Key = tuple[Any, str | None, Hashable]


class Renderings:
    """The newest parts of one topic by audience, for as long as a browser of this process has them.

    Every browser keeps the parts that it shows, so nothing else has to.
    """

    def __init__(self) -> None:
        self._made: WeakValueDictionary[_Key, Parts] = WeakValueDictionary()
        #: Renderings in progress. The keys include the `id` of the value; it can't be another
        #: value's, because the rendering keeps its value alive.
        self._tasks: dict[object, asyncio.Future[tuple[Parts, str]]] = {}

    def parts(self, value: V, language: str | None, audience: A, make: Maker[V, A]) -> Parts:
        """Return the value's parts for the audience, which are made once.

        :param language: the active language
        """
        key = make, language, audience
        known = self._made.get(key)
        if known is not None and known.value is value:
            return known
        made = make(value, audience, known)
        made.value = value
        self._made[key] = made
        return made

    async def news_in_thread(
        self, value: V, language: str | None, audience: A, make: Maker[V, A], shown: Parts | None
    ) -> tuple[Parts, str]:
        """Return the value's parts and the HTML for a browser that shows these earlier ones.

        Both are made once for all browsers, in a database thread.
        """
        key = make, language, audience
        known = self._made.get(key)
        if known is not None and known.value is value and known.is_ready(shown):
            return known, known.since(shown)

        def parts_and_news() -> tuple[Parts, str]:
            """Make the parts if necessary, and the HTML."""
            parts = self.parts(value, language, audience, make)
            return parts, parts.since(shown)

        task_key = *key, id(value), shown and shown.number
        task = self._tasks.get(task_key)
        if task is None:
            task = self._tasks[task_key] = asyncio.ensure_future(in_database(parts_and_news)())
            # Not removed by who waits for it, whose browser may disconnect before it is done.
            task.add_done_callback(lambda _done: self._tasks.pop(task_key, None))
        return await asyncio.shield(task)
