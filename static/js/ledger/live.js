// Live settlement and payment pages: after each change the page fetches itself and replaces its
// parts, except forms that the reader is filling in.

import { watchShares } from "../site/share.js";
import { listen } from "../site/socket.js";

const told = document.getElementById("ledger-told");
const note = document.getElementById("ledger-kept");

let shown = told?.dataset.version;

const field = (element) => element?.matches?.("input:not([type='hidden']), select, textarea");

/** Return whether the reader is filling in a form in this part. */
function isInUse(part) {
  const active = document.activeElement;
  return (field(active) && part.contains(active)) || part.querySelector("form[data-touched]");
}

/** Replace the children, except those in use. Return whether any was kept. */
function replaceParts(list, fresh) {
  const kept = new Map();
  for (const child of [...list.children]) {
    if (child.id && isInUse(child)) kept.set(child.id, child);
    else child.remove();
  }
  let place = list.firstElementChild;
  for (const child of [...fresh.children]) {
    const same = kept.get(child.id);
    if (same) place = same.nextElementSibling;
    else list.insertBefore(document.adoptNode(child), place);
  }
  return kept.size > 0;
}

async function refresh(version) {
  const answer = await fetch(location.pathname + location.search);
  // The reader has signed out or lost access: let the server say so.
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = [...document.querySelectorAll("[data-live] details[id][open]")].map(({ id }) => id);
  const focused = document.activeElement?.id;
  let isKept = false;
  for (const list of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(list.id);
    if (fresh) isKept = replaceParts(list, fresh) || isKept;
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  watchShares();
  shown = version;
  note.hidden = !isKept;
  told.textContent = told.dataset.renewed;
}

document.addEventListener("input", ({ target }) => {
  target.closest("form")?.setAttribute("data-touched", "");
});
if (told) {
  listen(told.dataset.socket, (version) => {
    if (version !== shown) refresh(version);
  });
}
