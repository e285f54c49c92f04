// The table's menu: keeps it open when replaced, and announces new banners to screen readers.

import { announce, page, table } from "./page.js";

const MENU_SELECTOR = "#board details[id], #menu details[id]";

const OPENED_PARTS = "#menu .menu-panel details, .pairwise-amounts";

let openIds = [];
let announcedText = "";

/** Save which menus are open. */
export function saveOpenMenus() {
  openIds = [...document.querySelectorAll(MENU_SELECTOR)]
    .filter((menu) => menu.open)
    .map((menu) => menu.id);
}

/** Open the menus again that were open. */
export function restoreOpenMenus() {
  for (const menu of document.querySelectorAll(MENU_SELECTOR))
    menu.open = openIds.includes(menu.id);
}

/** Announce new votes, pauses and other banners. */
export function announceBanners() {
  const news = [...document.querySelectorAll("#menu [data-announce]:not([hidden] *)")];
  const text = news.map((each) => each.textContent.replace(/\s+/g, " ").trim()).join(" ");
  if (text && text !== announcedText) announce(text);
  announcedText = text;
}

/** Open the rules, or close the menu of a chosen item. */
function handleClick(event) {
  if (event.target.closest("[data-open-rules]")) {
    event.preventDefault();
    document.getElementById("rules-open").click();
  }
  // Choosing an item closes its menu.
  if (event.target.closest("#menu [type='submit']")) {
    for (const menu of document.querySelectorAll("#menu details[data-menu]")) menu.open = false;
  }
}

/** Scroll a part of the menu or of the result that was opened into view. */
function showOpened(event) {
  if (event.target.open && event.target.matches(OPENED_PARTS))
    event.target.scrollIntoView({ block: "nearest" });
}

/** Show that taking a seat failed. */
function handleFailure(event) {
  // Expired forms are handled by static/js/site/expired-form.js.
  const trigger = event.detail.xhr?.getResponseHeader("HX-Trigger") ?? "";
  if (trigger.includes("form-expired")) return;
  if (event.target.closest(".sit-form")) document.getElementById("sit-failed").hidden = false;
}

/** Listen for clicks and failed requests of the menu. */
export function watchMenu() {
  table.addEventListener("click", handleClick);
  // The event doesn't bubble.
  table.addEventListener("toggle", showOpened, true);
  page.addEventListener("htmx:responseError", handleFailure);
  page.addEventListener("htmx:sendError", handleFailure);
}
