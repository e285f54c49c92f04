// The score sheet, a drawer on small screens. Messages replace the sheet, so its open state is
// kept on the table's root.

import { watchOutsidePress } from "../site/outside-press.js";
import { isDialogOpen, table } from "./page.js";

const toggle = document.getElementById("sheet-toggle");

const isOpen = () => table.dataset.sheet === "open";

/** Open or close the drawer. */
function showDrawer(open) {
  table.dataset.sheet = open ? "open" : "";
  toggle.setAttribute("aria-expanded", String(open));
}

/** Open or close the drawer, and move the focus with it. */
function setOpen(open) {
  if (open === isOpen()) return;
  showDrawer(open);
  if (open) document.querySelector("#sheet .sheet-close").focus();
  else toggle.focus();
}

/** Give the log and the chat below it the height that the sheet leaves. */
const sheetHeight = new ResizeObserver(([{ target }]) => {
  // Hidden while the table waits for players.
  if (target.offsetHeight) table.style.setProperty("--sheet-height", `${target.offsetHeight}px`);
});

let shownScroller = null;

/** Scroll a new sheet to its end: the latest deals and the totals. */
export function scrollToLatestDeals() {
  const scroller = document.querySelector("#sheet .sheet-scroll");
  if (shownScroller === scroller) return;
  shownScroller = scroller;
  sheetHeight.disconnect();
  sheetHeight.observe(document.getElementById("sheet"));
  scroller.scrollTop = scroller.scrollHeight;
}

/**
 * Show the totals of the sheet on the name plates if they are amounts of money. The board is the
 * same for all viewers, in points; only those who may see amounts have them in their sheet.
 */
export function showAmountsOnPlates() {
  for (const total of document.querySelectorAll("#sheet [data-currency] tfoot [data-seat]")) {
    const seat = `#board [data-seat-no="${total.dataset.seat}"]`;
    const net = document.querySelector(`${seat} .seat-net`);
    if (!net || net.dataset.amount === total.textContent) continue;
    net.dataset.amount = total.textContent;
    net.title = total.title;
    net.lastChild.data = total.textContent;
  }
}

/** Listen for clicks and keys that open or close the drawer. */
export function watchScoreSheet() {
  toggle.addEventListener("click", () => setOpen(!isOpen()));
  table.addEventListener("click", (event) => {
    if (event.target.closest("[data-sheet-close]")) setOpen(false);
  });
  watchOutsidePress(() => {
    const parts = [...document.querySelectorAll("#sheet, #log, #sheet-toggle")];
    return isOpen() ? [{ parts, close: () => showDrawer(false) }] : [];
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isDialogOpen()) setOpen(false);
  });
}
