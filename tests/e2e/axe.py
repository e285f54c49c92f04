"""Accessibility faults of a page that axe can find: in light and dark, on desktop and phone."""

from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Page

from tests.proofs import WHOLE

_AXE = (Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js").read_text()
DESK, HAND_HELD = (1280, 800), (390, 844)

_EVERYTHING = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
}
_COLOURS = {"runOnly": ["color-contrast"]}
#: Each theme once. The dark one differs only in colours, and a desktop shows nearly the same
#: elements as a phone, so only the whole proof looks at a desktop in light, too.
_LOOKS = [
    ("light", HAND_HELD, _EVERYTHING),
    ("dark", DESK, _COLOURS),
    *([("light", DESK, _EVERYTHING)] if WHOLE else []),
]
#: axe gives no verdict on text over a gradient, such as felt and wood. So gradients are replaced by
#: their first colour and then by their last under what lies on them. A gradient that is partly
#: transparent, such as the shadow at the edge of a scrolling part, is left out where the element
#: has a colour under it.
_FIND = """async ([rules, colours]) => {
    const painted = [...document.querySelectorAll("*")]
        .map(each => [each, getComputedStyle(each).backgroundImage])
        .filter(([, image]) => image.includes("gradient("))
        .map(([each, image]) => {
            const stops = image.match(/(?:rgba?|color)\\([^()]*\\)/g);
            const ground = getComputedStyle(each).backgroundColor;
            const isOpaque = colour => !/rgba|\\//.test(colour);
            return [each, isOpaque(ground) && !stops.every(isOpaque) ? [ground] : stops];
        });
    const found = [];
    const look = async (stop, where, options) => {
        for (const [each, stops] of painted) each.style.background = stops.at(stop);
        const { violations } = await axe.run(where, { ...options, resultTypes: ["violations"] });
        found.push(...violations);
    };
    await look(0, document, rules);
    if (painted.length) await look(-1, painted.map(([each]) => each), colours);
    for (const [each] of painted) each.style.background = "";
    return found
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .flatMap(({ id, impact, help, nodes }) => nodes.map(({ target, failureSummary }) =>
            [`${impact} ${id}: ${help}`, target.join(" "), failureSummary]));
}"""


def show_in(page: Page, theme: str, size: tuple[int, int]) -> None:
    """Switch the page to a theme and a window size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)


def faults(page: Page) -> list[str]:
    """Return each serious fault once, with the themes and window sizes that show it."""
    # Visible content may not have its styles yet.
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    looks: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for theme, size, rules in _LOOKS:
        show_in(page, theme, size)
        for fault in dict.fromkeys(map(tuple, page.evaluate(_FIND, [rules, _COLOURS]))):
            looks[fault].append(f"{theme} {size[0]}x{size[1]}")
    return [
        f"{rule}\n  at {place}\n  in {', '.join(where)}\n  {why}"
        for (rule, place, why), where in looks.items()
    ]
