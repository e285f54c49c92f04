// Keeps browser state while parts of the page are replaced: focus, scroll position, open and
// closed details, and forms being filled in.

const PART = ".event-section";

let openById = new Map();
let focused = null;
let focusedTop = 0;
const heldUpdates = new Map();

const isField = (element) => element?.matches?.("input:not([type='hidden']), select, textarea");

/** Return a selector that finds an element again after its replacement: by id, link or action. */
function getSelector(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute?.("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  const action = element.closest("form")?.getAttribute("action");
  return action ? `form[action="${CSS.escape(action)}"] button` : "";
}

/** Return whether a form in the part is being filled in. */
export function isInUse(part) {
  if (isField(document.activeElement) && part.contains(document.activeElement)) return true;
  return part.querySelector("form[data-touched]") !== null;
}

/** Save the state before parts are replaced. */
export function saveState() {
  const details = [...document.querySelectorAll(`${PART} details[id]`)];
  openById = new Map(details.map((each) => [each.id, each.open]));
  const active = document.activeElement;
  focused = active && active !== document.body ? active : null;
  if (!isField(focused)) removePadding();
  focusedTop = focused?.getBoundingClientRect().top ?? 0;
}

/** Restore open details and focus after a replacement, at the same place on the screen. */
export function restoreState() {
  for (const [id, isOpen] of openById) {
    const details = document.getElementById(id);
    if (details && details.open !== isOpen) details.open = isOpen;
  }
  if (!focused) return;
  let current = focused;
  if (!focused.isConnected) {
    const selector = getSelector(focused);
    current = selector ? document.querySelector(selector) : null;
    current?.focus({ preventScroll: true });
  }
  if (!current) return;
  scrollToSavedPosition(current);
  if (isField(current)) addPadding(current);
}

const getOffset = (element) => element.getBoundingClientRect().top - focusedTop;

/** Scroll the element to where the focused element was. */
function scrollToSavedPosition(element) {
  window.scrollBy({ top: getOffset(element), behavior: "instant" });
}

/** Add padding above or below the field if the page is too short to scroll that far. */
function addPadding(element) {
  const offset = getOffset(element);
  const { style } = offset < 0 ? (element.closest(PART) ?? document.body) : document.body;
  const side = offset < 0 ? "paddingTop" : "paddingBottom";
  if (Math.abs(offset) < 1) return;
  style[side] = `${(Number.parseFloat(style[side]) || 0) + Math.abs(offset)}px`;
  scrollToSavedPosition(element);
}

/** Remove that padding once no field is focused. */
function removePadding() {
  for (const { style } of [document.body, ...document.querySelectorAll(PART)]) {
    style.paddingTop = "";
    style.paddingBottom = "";
  }
}

/** Add the page's CSRF token to forms that came over the socket without one. */
export function addCsrfTokens() {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  for (const form of document.querySelectorAll("form[method='post']")) {
    if (form.elements.csrfmiddlewaretoken) continue;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: "csrfmiddlewaretoken", value: token });
    form.prepend(input);
  }
}

/** Hold back replacements of parts that are being filled in; `onHold` is called for each. */
export function holdUpdatesOfForms(onHold) {
  document.addEventListener("input", ({ target }) => {
    target.closest("form")?.setAttribute("data-touched", "");
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!target.matches(PART) || !isInUse(target)) return;
    event.detail.shouldSwap = false;
    // Rows of the list have their own ids and are replaced all the same.
    heldUpdates.set(target.id, fragment.cloneNode(true));
    onHold(true);
  });
}

/** Insert the replacements that were held back. */
export function applyHeldUpdates() {
  for (const [id, fragment] of heldUpdates) document.getElementById(id)?.replaceWith(fragment);
  heldUpdates.clear();
}
