// Live settlement and payment pages: after each change the page fetches itself and replaces its
// parts, except forms that the reader is filling in.

import { watchCopyButtons } from "../site/copy-buttons.js";
import { listen } from "../site/socket.js";

const status = document.getElementById("ledger-told");
const keptNote = document.getElementById("ledger-kept");

let shownVersion = status?.dataset.version;

const isField = (element) => element?.matches?.("input:not([type='hidden']), select, textarea");

/** Return whether the reader is filling in a form in this part. */
function isInUse(part) {
  const active = document.activeElement;
  return (isField(active) && part.contains(active)) || part.querySelector("form[data-touched]");
}

/** Replace the children, except those in use; return whether any was kept. */
function replaceParts(list, fresh) {
  const formsInUse = new Map();
  for (const child of [...list.children]) {
    if (child.id && isInUse(child)) formsInUse.set(child.id, child);
    else child.remove();
  }
  let next = list.firstElementChild;
  for (const child of [...fresh.children]) {
    const existing = formsInUse.get(child.id);
    if (existing) next = existing.nextElementSibling;
    else list.insertBefore(document.adoptNode(child), next);
  }
  return formsInUse.size > 0;
}

/** Fetch the page again and replace its parts. */
async function refresh(version) {
  const response = await fetch(location.pathname + location.search);
  // The reader has signed out or lost access: let the server say so.
  if (!response.ok || response.redirected) return location.reload();
  const freshPage = new DOMParser().parseFromString(await response.text(), "text/html");
  const openIds = [...document.querySelectorAll("[data-live] details[id][open]")].map(
    ({ id }) => id,
  );
  const focusedId = document.activeElement?.id;
  let isAnyKept = false;
  for (const list of document.querySelectorAll("[data-live]")) {
    const fresh = freshPage.getElementById(list.id);
    if (fresh) isAnyKept = replaceParts(list, fresh) || isAnyKept;
  }
  for (const id of openIds) document.getElementById(id)?.setAttribute("open", "");
  if (focusedId && document.activeElement?.id !== focusedId) {
    document.getElementById(focusedId)?.focus({ preventScroll: true });
  }
  watchCopyButtons();
  shownVersion = version;
  keptNote.hidden = !isAnyKept;
  status.textContent = status.dataset.renewed;
}

document.addEventListener("input", ({ target }) => {
  target.closest("form")?.setAttribute("data-touched", "");
});
if (status) {
  listen(status.dataset.socket, (version) => {
    if (version !== shownVersion) refresh(version);
  });
}
