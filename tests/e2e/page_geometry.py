"""Layout faults of a page in its window: overflow, cut text, overlaps and small targets."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from playwright.sync_api import Page

from tests.proofs import WHOLE

Size = tuple[int, int]

#: Phones in both orientations, tablets, laptops, desktops; 640x400 is 1280x800 at 200 % zoom.
EVERY_SIZE: tuple[Size, ...] = (
    (320, 568),
    (360, 640),
    (390, 844),
    (412, 915),
    (640, 400),
    (740, 360),
    (844, 390),
    (768, 1024),
    (1024, 640),
    (1024, 768),
    (1180, 820),
    (1280, 600),
    (1280, 800),
    (1366, 650),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
#: One of each kind, for CI: a phone in both orientations, a tablet and a laptop.
SOME_SIZES: tuple[Size, ...] = ((320, 568), (740, 360), (1024, 768), (1280, 600))
SIZES = EVERY_SIZE if WHOLE else SOME_SIZES


def sizes_for(name: str) -> tuple[Size, ...]:
    """Return the sizes for one of many pages: in CI the smallest phone and one of the others.

    Pages share their style sheets, so each size is still tried with a third of the pages.
    """
    smallest, *others = SOME_SIZES
    return EVERY_SIZE if WHOLE else (smallest, others[crc32(name.encode()) % len(others)])


#: Names that may be shortened; the full name is on the same page or one tap away.
SHORTENED = ".account-name, .brand, .replay-viewpoint a, .replay-nameplate h2, .middle-player b"

#: Returns a list of sentences, one per fault, at the current window size.
_LOOK = """async shortened => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = new Set();
    const [wide, high] = [document.documentElement.clientWidth, innerHeight];
    const word = text => text.trim().replace(/\\s+/g, " ").slice(0, 40);
    const name = each => {
        const own = each.id ? `#${each.id}` : [...each.classList].map(part => `.${part}`).join("");
        return `${each.localName}${own} “${word(each.textContent || each.value || "")}”`;
    };
    const seen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const style = new Map();
    const styled = each => style.get(each)
        ?? style.set(each, getComputedStyle(each)).get(each);
    const above = function* (each) { for (; each; each = each.parentElement) yield each; };
    // Content for screen readers only.
    const isHidden = each => [...above(each)].some(one => styled(one).clipPath === "inset(50%)");
    const SKIP = ".skip-link";
    const layer = each => [...above(each)].find(one =>
        ["fixed", "sticky"].includes(styled(one).position) || one.matches(".menu-panel, dialog"));
    const clips = value => ["hidden", "clip"].includes(value);
    const scrolls = value => ["auto", "scroll"].includes(value);

    /** The part of a rectangle that its clipping ancestors leave visible. */
    const shown = (rect, each) => {
        let { left, top, right, bottom } = rect;
        for (let box = each; box && box !== document.documentElement; box = box.parentElement) {
            const css = styled(box);
            if (css.position === "fixed") break;
            if (css.overflowX === "visible" && css.overflowY === "visible") continue;
            if (css.display === "inline" || box === document.body) continue;
            const around = box.getBoundingClientRect();
            if (css.overflowX !== "visible") {
                left = Math.max(left, around.left); right = Math.min(right, around.right);
            }
            if (css.overflowY !== "visible") {
                top = Math.max(top, around.top); bottom = Math.min(bottom, around.bottom);
            }
        }
        return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    };
    const whole = document.documentElement;
    if (whole.scrollWidth > wide + 1)
        found.add(`the page is ${whole.scrollWidth} px wide`);

    // --- Text and controls
    const texts = [], pressed = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walk.nextNode()) {
        const each = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim()) continue;
        if (each.closest(`script, style, noscript, option, svg, datalist, ${SKIP}`)) continue;
        if (!seen(each) || isHidden(each)) continue;
        range.selectNodeContents(walk.currentNode);
        for (const rect of range.getClientRects())
            if (rect.width > 1 && rect.height > 1) texts.push({ each, rect });
    }
    const PRESSED = "a[href], button, input:not([type=hidden]), select, textarea, summary,"
        + "[role=button]";
    for (const each of document.querySelectorAll(PRESSED)) {
        // A box under a label may be fully transparent.
        if (!each.checkVisibility({ visibilityProperty: true })) continue;
        if (isHidden(each) || each.closest(`svg, ${SKIP}`)) continue;
        let rect = each.getBoundingClientRect();
        if (rect.width < 1 || rect.height < 1) continue;
        if (styled(each).display === "inline") {
            for (const line of each.getClientRects()) pressed.push({ each, rect: line });
            continue;
        }
        // A link that covers its whole line is as large as the line.
        const over = getComputedStyle(each, "::after");
        if (over.position === "absolute" && over.content !== "none") {
            const line = [...above(each)].find(one => styled(one).position !== "static");
            rect = (line ?? each).getBoundingClientRect();
        } else if (each.labels?.length && each.matches("[type=radio], [type=checkbox]")) {
            const label = each.labels[0].getBoundingClientRect();
            rect = new DOMRect(Math.min(rect.left, label.left), Math.min(rect.top, label.top),
                Math.max(rect.right, label.right) - Math.min(rect.left, label.left),
                Math.max(rect.bottom, label.bottom) - Math.min(rect.top, label.top));
        }
        pressed.push({ each, rect });
    }

    // --- What exceeds the window, or is cut by an ancestor
    for (const { each, rect } of [...texts, ...pressed]) {
        let inner = rect;
        let isScrolled = false;
        for (let box = each; box; box = box.parentElement) {
            const css = styled(box);
            if (css.display === "inline" || box === whole) continue;
            const around = box.getBoundingClientRect();
            if (scrolls(css.overflowX) && box !== document.body) {
                if (inner.right > around.right + 1 || inner.left < around.left - 1) {
                    isScrolled = true;
                    const canFocus = box.tabIndex >= 0 || box.querySelector(PRESSED);
                    if (!canFocus) found.add(`no key scrolls ${name(box)}`);
                    if (css.backgroundImage === "none" && !box.matches("textarea, input"))
                        found.add(`nothing shows that it scrolls: ${name(box)}`);
                }
            }
            if (scrolls(css.overflowY)) { inner = around; continue; }
            const slack = inner.height * 0.2;
            const isCut = (clips(css.overflowX) && !isScrolled
                    && (inner.right > around.right + 1.5 || inner.left < around.left - 1.5))
                || (clips(css.overflowY)
                    && (inner.bottom - slack > around.bottom || inner.top + slack < around.top));
            if (isCut && !box.closest(`[title], input, ${shortened}`))
                found.add(`cut: ${name(each)} in ${name(box)}`);
            if (isCut) isScrolled = true;
            if (css.position === "fixed") break;
        }
        if (!isScrolled && (rect.right > wide + 1 || rect.left < -1))
            found.add(`outside of the window: ${name(each)}`);
    }

    // --- Text that exceeds its button or cell
    for (const { each, rect } of texts) {
        const box = each.closest("button, .button, td, th, .tag, .flag, summary, .paper, select");
        if (!box || styled(box).display === "inline") continue;
        const around = box.getBoundingClientRect();
        const leaves = one => styled(one).overflowX !== "visible"
            || styled(one).position === "absolute";
        const between = [...above(each)].filter(one => one !== box && box.contains(one));
        if (shown(rect, each) === null || between.some(leaves)) continue;
        if (styled(box).overflowX !== "visible") continue;
        if (rect.right > around.right + 1.5 || rect.left < around.left - 1.5
            || rect.bottom - rect.height * 0.25 > around.bottom
            || rect.top + rect.height * 0.25 < around.top)
            found.add(`sticks out: ${name(each)} of ${name(box)}`);
    }

    // --- Overlaps
    const things = [...texts, ...pressed].flatMap(({ each, rect }) => {
        const isText = !pressed.some(one => one.each === each && one.rect === rect);
        // A line of text is higher than its letters.
        const slack = isText ? rect.height * 0.22 : 1;
        const box = shown({ left: rect.left + 1, right: rect.right - 1,
            top: rect.top + slack, bottom: rect.bottom - slack }, each);
        return box ? [{ each, box, isText, layer: layer(each),
            label: each.closest("label") ?? each.labels?.[0] }] : [];
    }).sort((one, other) => one.box.top - other.box.top);
    things.forEach((one, place) => {
        for (let next = place + 1; next < things.length; next += 1) {
            const other = things[next];
            if (other.box.top >= one.box.bottom) break;
            if (one.layer !== other.layer || one.each === other.each) continue;
            if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
            if (one.label && one.label === other.label) continue;
            const across = Math.min(one.box.right, other.box.right)
                - Math.max(one.box.left, other.box.left);
            const down = Math.min(one.box.bottom, other.box.bottom)
                - Math.max(one.box.top, other.box.top);
            if (across <= 2 || down <= 2) continue;
            // A link that covers its whole line contains what is on the line.
            const covers = link => getComputedStyle(link, "::after").position === "absolute";
            if (covers(one.each) || covers(other.each)) continue;
            found.add(`over each other: ${name(one.each)} and ${name(other.each)}`);
        }
    });

    // --- Targets that are too small for a finger and close to others
    const small = pressed.filter(({ each, rect }) => {
        if (rect.width >= 23.5 && rect.height >= 23.5) return false;
        // A link in a sentence is as high as its line.
        if (styled(each).display.startsWith("inline") && styled(each).display !== "inline-flex") {
            const line = each.parentElement;
            const beside = line.textContent.trim().length > each.textContent.trim().length;
            if (each.localName === "a" && beside) return false;
        }
        return shown(rect, each) !== null;
    });
    const middle = ({ rect }) => [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    for (const one of small) {
        const [x, y] = middle(one);
        const isNear = pressed.some(other => {
            if (other.each === one.each || other.each.contains(one.each)) return false;
            if (layer(other.each) !== layer(one.each)) return false;
            const { left, top, right, bottom } = other.rect;
            const across = Math.max(left - x, 0, x - right);
            return Math.hypot(across, Math.max(top - y, 0, y - bottom)) < 12;
        });
        const size = [one.rect.width, one.rect.height].map(Math.round).join("×");
        if (isNear) found.add(`small: ${name(one.each)} is ${size}`);
    }
    return [...found];
}"""


#: Resolves after the browser has next laid out and painted the page.
_NEXT_FRAME = """() => new Promise(painted =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))))"""


def faults(page: Page) -> list[str]:
    """Return the faults at the current window size, one sentence each."""
    found: list[str] = page.evaluate(_LOOK, SHORTENED)
    return found


def faults_by_size(page: Page, sizes: Iterable[Size] = SIZES) -> dict[str, list[str]]:
    """Return each fault once, with the window sizes that show it."""
    # Visible content may not have its styles yet.
    page.wait_for_load_state()
    found: dict[str, list[str]] = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        here = faults(page)
        # Scripts lay out some parts in the frames after a resize.
        for _ in range(5 if here else 0):
            page.evaluate(_NEXT_FRAME)
            here = faults(page)
            if not here:
                break
        for fault in here:
            found.setdefault(fault, []).append(f"{width}x{height}")
    return found


def as_text(found: dict[str, list[str]]) -> str:
    """Return the faults as text, each with the sizes that show it."""
    return "\n".join(f"{fault}\n    in {', '.join(sizes)}" for fault, sizes in found.items())
