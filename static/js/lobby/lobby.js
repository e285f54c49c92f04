// The open tables: each is swapped as it changes, comes or goes; here they are filtered as the
// reader chose, and the focus survives the swap. Without this module the form asks the server.

import { followLanguage } from "../site/follow-language.js";

const page = document.getElementById("lobby-page");
const filter = document.querySelector(".lobby-filter");
const connectionNotice = document.getElementById("lobby-lost");
// Above these codes the server does not want us back.
const FIRST_REFUSAL_CODE = 4000;

let focusedId = "";

/** Return the chosen filters by name. */
const getCriteria = () =>
  Object.fromEntries([...new FormData(filter)].filter(([, value]) => value !== ""));

/** Hide open tables that do not match the filters. */
function applyFilter() {
  // "Play now" looks for the same number of players.
  document.getElementById("play-players").value = filter.elements.players.value;
  const criteria = Object.entries(getCriteria());
  for (const table of document.querySelectorAll(".lobby-table")) {
    table.hidden = !criteria.every(([name, value]) => table.dataset[name] === value);
  }
}

/** Store the filters in the address, so that the page can be reloaded and shared as it is. */
function storeFilterInAddress() {
  const query = new URLSearchParams(getCriteria()).toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

filter.querySelector("button").hidden = true;
filter.addEventListener("change", () => {
  applyFilter();
  storeFilterInAddress();
});
// Enter in the form asks for what is shown already.
filter.addEventListener("submit", (event) => event.preventDefault());

page.addEventListener("htmx:wsBeforeMessage", () => {
  focusedId = page.contains(document.activeElement) ? document.activeElement.id : "";
});
page.addEventListener("htmx:wsAfterMessage", () => {
  page.dataset.connection = "open";
  applyFilter();
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
});
page.addEventListener("htmx:wsOpen", () => (connectionNotice.textContent = ""));
page.addEventListener("htmx:wsClose", (event) => {
  if (followLanguage(event.detail.event.code)) return;
  page.dataset.connection = "lost";
  const isEnded = event.detail.event.code >= FIRST_REFUSAL_CODE;
  connectionNotice.textContent = isEnded
    ? connectionNotice.dataset.ended
    : connectionNotice.dataset.disconnected;
});
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
applyFilter();
