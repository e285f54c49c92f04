// Keeps browser state while parts of the page are replaced: focus, scroll position, open details
// and forms being filled in.

const PART = ".event-part";

let open = [];
let focused = null;
let top = 0;
const held = new Map();

const field = (element) => element?.matches?.("input:not([type='hidden']), select, textarea");

/** Return a selector that finds an element again after its replacement: by id, link or action. */
function track(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute?.("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  const action = element.closest("form")?.getAttribute("action");
  return action ? `form[action="${CSS.escape(action)}"] button` : "";
}

/** Return whether a form in the part is being filled in. */
export function isInUse(part) {
  if (field(document.activeElement) && part.contains(document.activeElement)) return true;
  return part.querySelector("form[data-touched]") !== null;
}

/** Save the state before parts are replaced. */
export function remember() {
  open = [...document.querySelectorAll(`${PART} details[id][open]`)].map((each) => each.id);
  const active = document.activeElement;
  focused = active && active !== document.body ? active : null;
  if (!field(focused)) takeRoomBack();
  top = focused?.getBoundingClientRect().top ?? 0;
}

/** Restore open details and focus after a replacement, at the same place on the screen. */
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

/** Add padding above or below the field if the page is too short to scroll that far. */
function makeRoom(element) {
  const rest = off(element);
  const { style } = rest < 0 ? (element.closest(PART) ?? document.body) : document.body;
  const side = rest < 0 ? "paddingTop" : "paddingBottom";
  if (Math.abs(rest) < 1) return;
  style[side] = `${(Number.parseFloat(style[side]) || 0) + Math.abs(rest)}px`;
  scrollBack(element);
}

/** Remove that padding once no field is focused. */
function takeRoomBack() {
  for (const { style } of [document.body, ...document.querySelectorAll(PART)]) {
    style.paddingTop = "";
    style.paddingBottom = "";
  }
}

/** Add the page's CSRF token to forms that came over the socket without one. */
export function giveTokens() {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  for (const form of document.querySelectorAll("form[method='post']")) {
    if (form.elements.csrfmiddlewaretoken) continue;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: "csrfmiddlewaretoken", value: token });
    form.prepend(input);
  }
}

/** Hold back replacements of parts that are being filled in; `changed` is called for each. */
export function holdFormsInUse(changed) {
  document.addEventListener("input", ({ target }) => {
    target.closest("form")?.setAttribute("data-touched", "");
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!target.matches(PART) || !isInUse(target)) return;
    event.detail.shouldSwap = false;
    // Rows of the list have their own ids and are replaced all the same.
    held.set(target.id, fragment.cloneNode(true));
    changed(true);
  });
}

/** Insert the replacements that were held back. */
export function letGo() {
  for (const [id, fragment] of held) document.getElementById(id)?.replaceWith(fragment);
  held.clear();
}
