// The table's menu: keeps it open when replaced, and announces new banners to screen readers.

import { announce, page, table } from "./page.js";

const MENUS = "#board details[id], #menu details[id]";

let open = [];
let announced = "";

export function rememberMenus() {
  open = [...document.querySelectorAll(MENUS)].filter((menu) => menu.open).map((menu) => menu.id);
}

export function restoreMenus() {
  for (const menu of document.querySelectorAll(MENUS)) menu.open = open.includes(menu.id);
}

/** Announce new votes, pauses and other banners. */
export function announceMenu() {
  const news = [...document.querySelectorAll("#menu [data-announce]")];
  const said = news.map((each) => each.textContent.replace(/\s+/g, " ").trim()).join(" ");
  if (said && said !== announced) announce(said);
  announced = said;
}

function pressed(event) {
  if (event.target.closest("[data-open-rules]")) {
    event.preventDefault();
    document.getElementById("rules-open").click();
  }
  // Choosing an item closes its menu.
  if (event.target.closest("#menu [type='submit']")) {
    for (const menu of document.querySelectorAll("#menu details[data-menu]")) menu.open = false;
  }
}

function failed(event) {
  // Expired forms are handled by static/js/site/expired.js.
  const told = event.detail.xhr?.getResponseHeader("HX-Trigger") ?? "";
  if (told.includes("form-expired")) return;
  if (event.target.closest(".sit-form")) document.getElementById("sit-failed").hidden = false;
}

export function watchMenu() {
  table.addEventListener("click", pressed);
  page.addEventListener("htmx:responseError", failed);
  page.addEventListener("htmx:sendError", failed);
}
