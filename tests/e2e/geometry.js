// Lists faults in the layout of a table's page at the current window size; evaluated in the page.
() => {
    const faults = [];
    const phase = document.querySelector("#table").dataset.phase;
    const isSeen = each => {
        const { width, height } = each.getBoundingClientRect();
        if (width <= 1 || height <= 1) return false;
        if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        // Content for screen readers only.
        for (let box = each; box; box = box.parentElement)
            if (getComputedStyle(box).clipPath === "inset(50%)") return false;
        return true;
    };
    const all = list => [...document.querySelectorAll(list)].filter(isSeen);
    const name = each => (each.id && "#" + each.id) || each.dataset.card || each.dataset.face
        || "." + each.classList[0] + " '" + each.textContent.trim().replace(/\s+/g, " ").slice(0, 40) + "'";
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const isIn = (a, b, slack = 1) => a.left >= b.left - slack && a.top >= b.top - slack
        && a.right <= b.right + slack && a.bottom <= b.bottom + slack;
    const rect = each => each.getBoundingClientRect();
    const size = r => `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;

    // The part of a rectangle that its scrolling ancestors leave visible.
    const shown = each => {
        let { left, top, right, bottom } = rect(each);
        if (each.matches(".middle-player")) {
            // The words themselves, even if they overflow their element.
            const words = document.createRange();
            words.selectNodeContents(each);
            ({ left, top, right, bottom } = words.getBoundingClientRect());
            bottom -= 3;
        }
        for (let box = each.parentElement; box && box.id !== "table"; box = box.parentElement) {
            if (getComputedStyle(box).overflowY === "visible") continue;
            const around = rect(box);
            left = Math.max(left, around.left);
            top = Math.max(top, around.top);
            right = Math.min(right, around.right);
            bottom = Math.min(bottom, around.bottom);
        }
        return { left, top, right, bottom };
    };

    // Nothing scrolls.
    const root = document.scrollingElement;
    if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1)
        faults.push(`the page is ${root.scrollWidth}x${root.scrollHeight}`);

    // Everything that a player needs is inside the window.
    const PLAYED = "#hand .card, #hand .fan, .actions .button, .trick .face, .nameplate, .banners .button, "
        + ".take-seat, .table-bar .button, .invite .button";
    for (const each of all(PLAYED)) if (!isIn(rect(each), window_))
        faults.push(`${name(each)} is not in the window: ${size(rect(each))}`);
    const felt = all(".felt")[0];
    if (felt) for (const each of all(".felt :is(.nameplate, .flag, .last-play, .face, .middle-player, .facts dd, .notice, .stock)"))
        if (!isIn(rect(each), rect(felt))) faults.push(`${name(each)} hangs over the felt: ${size(rect(each))} of ${size(rect(felt))}`);
    const result = all(".result")[0];
    if (result) for (const each of all(".final-places").length ? all(".final-headline, .place") : all(".remaining-hand"))
        if (!isIn(rect(each), rect(result))) faults.push(`${name(each)} is scrolled away`);

    for (const each of all(".remaining-hand-net b, .place-net b")) {
        const row = rect(each.closest("tr")), figure = rect(each);
        if (figure.right > row.right + 1) faults.push(`${name(each)} hangs over its line`);
    }

    // Nothing overlaps.
    const PARTS = ".trick .face, .nameplate, .seat .last-play-label, .seat .last-play-cards, .felt .flag, .middle-player, "
        + ".middle-empty, .middle-paused, .facts, .notice, .stock, .button, .hand, .prompt, .reason, .refusal, "
        + ".warning, .notes li, .banner p, .status, .terms-card, .invite, .chat-panel, .log, .sheet, .chat-tabs, .countdown";
    const parts = all(PARTS).filter(each => !each.closest("#hand") || each.id === "hand")
        .filter(each => !each.closest("[popover]:not(:popover-open), .site-header"));
    parts.forEach((one, n) => {
        for (const other of parts.slice(n + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            if (one.matches(".face") && other.matches(".face")) continue;
            // Sentences that follow each other on a line.
            if (one.closest(".control-messages") && one.closest(".control-messages") === other.closest(".control-messages")) continue;
            const a = shown(one), b = shown(other);
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (width > 1 && height > 1) faults.push(`${name(one)} / ${name(other)}`);
        }
    });

    // No text is cut: a long name may end in an ellipsis if enough of it is visible.
    const walker = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, each = text.parentElement;
        if (!text.data.trim() || !isSeen(each)) continue;
        if (each.closest(".visually-hidden, #hand, .chat-panel, .log, .sheet, .menu-panel, [popover], .connection")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter(r => r.width > 1);
        let isClipped = false;
        for (let box = each; box && box.id !== "table"; box = box.parentElement) {
            const style = getComputedStyle(box);
            const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
            if (!clips || /auto|scroll/.test(style.overflowY)) continue;
            const b = rect(box);
            if (lines.every(r => isIn(r, b, 3))) continue;
            isClipped = true;
            // A sentence without any room is hidden altogether.
            if (lines.every(r => r.top >= b.bottom - 5)) break;
            if (style.textOverflow === "ellipsis" && style.whiteSpace === "nowrap"
                && box.matches(".seat-name, .place-name, .remaining-hand-player b") && box.clientWidth >= 36) break;
            faults.push(`cut: '${text.data.trim().slice(0, 50)}' in ${name(box)}`);
            break;
        }
        if (!isClipped && lines.some(r => !isIn(r, window_, 2)) && !each.closest(".result, .terms-card, .status"))
            faults.push(`'${text.data.trim().slice(0, 50)}' is not in the window`);
        const holder = each.closest(".button, .flag, .banner, .controls");
        if (holder && lines.some(r => !isIn(r, rect(holder), 3)))
            faults.push(`'${text.data.trim().slice(0, 50)}' is wider than ${name(holder)}`);
    }

    // The trick is the largest thing on the felt; every card is large enough for a finger.
    const cards = all("#hand .card"), trick = all(".trick .face");
    if (phase === "playing" && cards.length) {
        const held = parseFloat(getComputedStyle(cards.at(-1), "::before").width);
        if (trick.length) {
            const laid = rect(trick[0]).width;
            if (laid < held * 2 / 3 - 0.5) faults.push(`trick ${laid.toFixed(1)} wide, hand ${held.toFixed(1)}`);
            const plate = Math.max(0, ...all(".nameplate").map(each => rect(each).height));
            if (rect(trick[0]).height < plate) faults.push(`a plate of ${plate} is higher than the trick`);
        }
        const narrow = Math.min(...cards.map(each => rect(each).width));
        const low = Math.min(...cards.map(each => rect(each).height));
        if (innerWidth < 1100 && (narrow < 23.9 || low < 43.9))
            faults.push(`cards to hit are ${narrow.toFixed(1)}x${low.toFixed(1)}`);
    }
    return [...new Set(faults)];
}
