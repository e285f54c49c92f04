// Shows and hides the page's header by a button in the table's bar, in windows too low for both.

import { watchOutsidePress } from "../site/outside-press.js";

const toggle = document.getElementById("club-open");
const header = document.querySelector(".site-header");

const isOpen = () => document.body.dataset.header === "open";

/** Show or hide the header. */
function setOpen(open) {
  document.body.dataset.header = open ? "open" : "";
  toggle.setAttribute("aria-expanded", String(open));
}

/** Hide the header and return the focus to its button. */
function closeHeader() {
  setOpen(false);
  toggle.focus();
}

toggle.addEventListener("click", () => {
  setOpen(true);
  header.querySelector("a").focus();
});
watchOutsidePress(() =>
  isOpen() ? [{ parts: [header, toggle], close: () => setOpen(false) }] : [],
);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  // The first Escape closes a menu of the header, the next one the header.
  if (!header.querySelector("details[open]")) closeHeader();
});
