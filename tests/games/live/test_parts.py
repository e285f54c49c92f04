"""Parts of live pages: what is rendered, and what browsers get."""

import asyncio
import gc
import re
import weakref
from functools import partial
from threading import Event

import pytest
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st

from games.live.parts import Element, ElementList, Part, Parts, Renderings, elements

# --- Parts


def declared(made: list[str], **contents: object):
    """Declare a part for each content; note the names of those that are rendered."""

    def render(name: str, content: object) -> str:
        made.append(name)
        return f"<{name}>{content}</{name}>"

    return [
        Part(name, content, partial(render, name, content)) for name, content in contents.items()
    ]


def test_only_parts_with_another_key_are_rendered_and_sent():
    made: list[str] = []
    before = Parts(elements(declared(made, a=1, b=2)))
    assert before.since(None) == "<a>1</a><b>2</b>"
    now = Parts(elements(declared(made, a=1, b=3), before))
    assert made == ["a", "b", "b"]
    assert now.since(before) == "<b>3</b>"
    assert now.since(now) == ""


def test_a_part_that_looks_the_same_is_not_sent():
    before, now = Parts({"a": Element(1, "<a>")}), Parts({"a": Element(2, "<a>")})
    assert now.since(before) == ""


def test_a_part_that_a_browser_does_not_show_yet_is_sent():
    before, now = Parts({}), Parts({"a": Element(1, "<a>")})
    assert now.since(before) == "<a>"


def test_parts_of_another_shape_are_sent_as_a_whole():
    first = Parts({"a": Element(1, "1")}, shape="x", whole=lambda: "whole of x")
    same = Parts({"a": Element(2, "2")}, shape="x", whole=lambda: "whole of x again")
    other = Parts({"a": Element(2, "2")}, shape="y", whole=lambda: "whole of y")
    assert first.since(None) == "whole of x"
    assert same.since(first) == "2"
    assert other.since(same) == "whole of y"


def test_parts_in_parts_are_compared_on_their_own():
    inner = Parts({"a": Element(1, "1")}, shape="x", whole=lambda: "inner")
    new = Parts({"a": Element(1, "1")}, shape="y", whole=lambda: "new inner")
    before = Parts({"inner": inner, "b": Element(1, "b")})
    assert before.since(None) == "innerb"
    assert Parts({"inner": inner, "b": Element(2, "c")}).since(before) == "c"
    assert Parts({"inner": new, "b": Element(1, "b")}).since(before) == "new inner"


# --- Made once for all viewers


def make(value: int, audience: str, before: Parts | None) -> Parts:
    return Parts(elements([Part("a", value, lambda: f"{value} for {audience}")], before))


def test_viewers_of_one_audience_share_their_parts_until_the_value_changes():
    renderings = Renderings()
    value, later = [1], [2]
    first = renderings.parts(value, "en", "members", make)
    assert renderings.parts(value, "en", "members", make) is first
    assert renderings.parts(value, "en", "others", make) is not first
    assert renderings.parts(value, "de", "members", make) is not first
    assert renderings.parts(later, "en", "members", make).since(first) == "[2] for members"


def test_parts_are_forgotten_once_no_browser_shows_them():
    renderings = Renderings()
    parts = renderings.parts([1], "en", "members", make)
    known = weakref.ref(parts)
    del parts
    gc.collect()
    assert known() is None


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_viewers_who_ask_at_once_wait_for_one_rendering():
    renderings, value, made = Renderings(), [1], []

    def once(value: list[int], audience: str, before: Parts | None) -> Parts:
        made.append(audience)
        return make(value, audience, before)

    async def ask(shown: Parts | None) -> tuple[Parts, str]:
        return await renderings.news_in_thread(value, "en", "all", once, shown)

    answers = await asyncio.gather(*(ask(None) for _ in range(5)))
    assert {html for _parts, html in answers} == {"[1] for all"}
    assert len({id(parts) for parts, _html in answers}) == 1
    assert await ask(answers[0][0]) == (answers[0][0], "")
    assert made == ["all"]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_rendering_goes_on_for_others_if_a_browser_leaves_meanwhile():
    renderings, value, rendering, goes_on = Renderings(), [1], Event(), Event()

    def slow(value: list[int], audience: str, before: Parts | None) -> Parts:
        rendering.set()
        assert goes_on.wait(30)
        return make(value, audience, before)

    async def ask() -> tuple[Parts, str]:
        return await renderings.news_in_thread(value, "en", "all", slow, None)

    leaves, stays = asyncio.create_task(ask()), asyncio.create_task(ask())
    assert await asyncio.to_thread(rendering.wait, 30)
    leaves.cancel()
    goes_on.set()
    assert (await stays)[1] == "[1] for all"
    assert leaves.cancelled()


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_rendering_that_failed_is_tried_again():
    renderings, value, faults = Renderings(), [1], [ValueError("broken")]

    def fail_once(value: list[int], audience: str, before: Parts | None) -> Parts:
        if faults:
            raise faults.pop()
        return make(value, audience, before)

    with pytest.raises(ValueError, match="broken"):
        await renderings.news_in_thread(value, "en", "all", fail_once, None)
    _parts, html = await renderings.news_in_thread(value, "en", "all", fail_once, None)
    assert html == "[1] for all"


# --- Lists, as htmx applies them

lists = st.lists(st.integers(0, 9), unique=True).flatmap(
    lambda names: st.tuples(st.just(names), st.lists(st.integers(0, 2), min_size=len(names)))
)


def element(name: int, says: int) -> str:
    return mark_safe(f'<li id="line-{name}">{says}</li>')


def list_of(lines: tuple[list[int], list[int]]) -> ElementList:
    names, says = lines
    each = {f"line-{name}": element(name, say) for name, say in zip(names, says, strict=False)}
    return ElementList("lines", each)


def apply_update(had: list[tuple[str, str]], news: str) -> list[tuple[str, str]]:
    """Apply the elements as htmx does: by id, or at their target."""
    now = list(had)
    item = r'<li id="(line-\d)"(?: hx-swap-oob="(delete)")?>(.*?)</li>'
    for put, inside, name, gone, says in re.findall(
        rf'<ul hx-swap-oob="(.*?)">(.*?)</ul>|{item}', news
    ):
        names = [each for each, _says in now]
        if gone:
            del now[names.index(name)]
        elif name:
            now[names.index(name)] = name, says
        else:
            how, _colon, where = put.partition(":#")
            some = [(each, say) for each, _gone, say in re.findall(item, inside)]
            if how == "innerHTML":
                assert where == "lines"
                now = some
            else:
                assert how == ("afterbegin" if where == "lines" else "afterend")
                at = 0 if where == "lines" else names.index(where) + 1
                now[at:at] = some
    return now


@given(lists, lists)
def test_an_update_turns_the_previous_list_into_the_current_one(before, now):
    was, now_is = list_of(before), list_of(now)
    had = list(zip(was.elements, (html[16:-5] for html in was.elements.values()), strict=True))
    wanted = list(
        zip(now_is.elements, (html[16:-5] for html in now_is.elements.values()), strict=True)
    )
    assert apply_update(had, now_is.since(was)) == wanted


def test_an_unchanged_list_gives_an_empty_update():
    lines = [1, 2, 3], [0, 0, 0]
    before, now = list_of(lines), list_of(lines)
    assert now.since(before) == now.since(now) == ""


def test_an_update_contains_only_what_changed():
    before = list_of(([5, 4, 3, 2, 1], [0] * 5))
    now = list_of(([7, 6, 5, 3, 2, 0, 1], [1, 1, 0, 1, 0, 0, 0]))
    assert now.since(before) == (
        '<li id="line-4" hx-swap-oob="delete"></li>'
        '<li id="line-3">1</li>'
        '<ul hx-swap-oob="afterbegin:#lines">'
        '<li id="line-7">1</li><li id="line-6">1</li></ul>'
        '<ul hx-swap-oob="afterend:#line-2"><li id="line-0">0</li></ul>'
    )
