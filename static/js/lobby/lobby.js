// The open tables: each is swapped as it changes, comes or goes; here they are filtered as the
// reader chose, and the focus survives the swap. Without this module the form asks the server.

const page = document.getElementById("lobby-page");
const filter = document.querySelector(".lobby-filter");
const lost = document.getElementById("lobby-lost");
// Above these codes the server does not want us back.
const REFUSED = 4000;

let focused = "";

const wanted = () =>
  Object.fromEntries([...new FormData(filter)].filter(([, value]) => value !== ""));

function applyFilter() {
  // "Play now" looks for the same number of players.
  document.getElementById("play-players").value = filter.elements.players.value;
  const chosen = Object.entries(wanted());
  for (const table of document.querySelectorAll(".lobby-table")) {
    table.hidden = !chosen.every(([name, value]) => table.dataset[name] === value);
  }
}

/** Keep the choice in the address, so that the page can be reloaded and shared as it is. */
function keepFilter() {
  const query = new URLSearchParams(wanted()).toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

filter.querySelector("button").hidden = true;
filter.addEventListener("change", () => {
  applyFilter();
  keepFilter();
});
// Enter in the form asks for what is shown already.
filter.addEventListener("submit", (event) => event.preventDefault());

page.addEventListener("htmx:wsBeforeMessage", () => {
  focused = page.contains(document.activeElement) ? document.activeElement.id : "";
});
page.addEventListener("htmx:wsAfterMessage", () => {
  page.dataset.connection = "open";
  applyFilter();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
});
page.addEventListener("htmx:wsOpen", () => (lost.textContent = ""));
page.addEventListener("htmx:wsClose", (event) => {
  page.dataset.connection = "lost";
  const isEnded = event.detail.event.code >= REFUSED;
  lost.textContent = isEnded ? lost.dataset.ended : lost.dataset.lost;
});
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
applyFilter();
