// What only this browser knows of a page whose parts are put anew: where the focus is, what is
// opened, what is being filled in. None of that is taken away by what arrives.

const PART = ".event-part";

let open = [];
let focused = null;
let top = 0;
const held = new Map();

const field = (element) => element?.matches?.("input:not([type='hidden']), select, textarea");

/** What finds an element again after it was put anew: its id, or what it does. */
function track(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute?.("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  const action = element.closest("form")?.getAttribute("action");
  return action ? `form[action="${CSS.escape(action)}"] button` : "";
}

/** Whether somebody has begun to fill in something in there. */
export function isInUse(part) {
  if (field(document.activeElement) && part.contains(document.activeElement)) return true;
  return part.querySelector("form[data-touched]") !== null;
}

/** Before parts are put anew. */
export function remember() {
  open = [...document.querySelectorAll(`${PART} details[id][open]`)].map((each) => each.id);
  const active = document.activeElement;
  focused = active && active !== document.body ? active : null;
  if (!field(focused)) takeRoomBack();
  top = focused?.getBoundingClientRect().top ?? 0;
}

/** After it: what was open is, and what had the focus has it, where it was on the screen. */
export function restore() {
  for (const id of open) {
    const details = document.getElementById(id);
    if (details && !details.open) details.open = true;
  }
  if (!focused) return;
  let now = focused;
  if (!focused.isConnected) {
    const where = track(focused);
    now = where ? document.querySelector(where) : null;
    now?.focus({ preventScroll: true });
  }
  if (!now) return;
  scrollBack(now);
  if (field(now)) makeRoom(now);
}

const off = (element) => element.getBoundingClientRect().top - top;

function scrollBack(element) {
  window.scrollBy({ top: off(element), behavior: "instant" });
}

/** Where the page is too short to be scrolled so far: more of it, above or below the field. */
function makeRoom(element) {
  const rest = off(element);
  const { style } = rest < 0 ? (element.closest(PART) ?? document.body) : document.body;
  const side = rest < 0 ? "paddingTop" : "paddingBottom";
  if (Math.abs(rest) < 1) return;
  style[side] = `${(Number.parseFloat(style[side]) || 0) + Math.abs(rest)}px`;
  scrollBack(element);
}

/** Nobody fills in anything any more: the page is as long as it is. */
function takeRoomBack() {
  for (const { style } of [document.body, ...document.querySelectorAll(PART)]) {
    style.paddingTop = "";
    style.paddingBottom = "";
  }
}

/** Forms that came over a socket have no token: the page's own is put there. */
export function giveTokens() {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  for (const form of document.querySelectorAll("form[method='post']")) {
    if (form.elements.csrfmiddlewaretoken) continue;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: "csrfmiddlewaretoken", value: token });
    form.prepend(input);
  }
}

/** Keep parts as they are that somebody fills in; `changed` hears whether any is kept so. */
export function holdFormsInUse(changed) {
  document.addEventListener("input", ({ target }) => {
    target.closest("form")?.setAttribute("data-touched", "");
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!target.matches(PART) || !isInUse(target)) return;
    event.detail.shouldSwap = false;
    // A row of the list has an id of its own and is put anew all the same.
    held.set(target.id, fragment.cloneNode(true));
    changed(true);
  });
}

/** Put what was kept back in its place after all. */
export function letGo() {
  for (const [id, fragment] of held) document.getElementById(id)?.replaceWith(fragment);
  held.clear();
}
