// Groups of cards in the hand: their handles below it, and the button that groups the selected
// cards or ungroups them.

import { groupOf, groupsAside, putAside, takeBack } from "./arrangement.js";
import { byRank, shortName } from "./cards.js";
import { fan, nameOf, rearranged, select, selected, selection } from "./hand.js";
import { announce, table } from "./page.js";

const handles = () => fan().querySelector(".handles");
const button = () => document.getElementById("aside");

/** Update the handles; existing ones stay and keep the focus. */
export function refreshGroups() {
  const holder = handles();
  const groups = groupsAside();
  const held = fan().querySelectorAll(".card").length;
  let column = held - groups.flat().length + 1;
  const gaps = column > 1 ? 1 : 0;
  while (holder.children.length > groups.length) holder.lastElementChild.remove();
  groups.forEach((group, place) => {
    const handle = holder.children[place] ?? holder.appendChild(newHandle(place));
    const inOrder = [...group].sort(byRank);
    handle.dataset.cards = inOrder.join(" ");
    handle.textContent = inOrder.map(shortName).join(" ");
    const names = inOrder.map(nameOf).join(", ");
    handle.setAttribute("aria-label", holder.dataset.handle.replace("{cards}", names));
    handle.setAttribute("aria-pressed", String(groupOf(selected()) === group));
    handle.style.setProperty("--from", column);
    handle.style.setProperty("--size", group.length);
    handle.style.setProperty("--gaps-before", place + gaps);
    column += group.length;
  });
  refreshButton();
}

function newHandle(place) {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = "handle";
  handle.id = `group-${place + 1}`;
  return handle;
}

function refreshButton() {
  if (!button()) return;
  button().disabled = !selection();
  button().textContent = groupOf(selected()) ? button().dataset.back : button().dataset.put;
}

/** Group the selected cards, or ungroup them if they are a group. */
export function asideOrBack() {
  const codes = selected();
  if (!button() || !codes.length) return;
  const group = groupOf(codes);
  const said = (group ? button().dataset.saidBack : button().dataset.saidPut).replace(
    "{cards}",
    codes.map(nameOf).join(", "),
  );
  if (group) {
    takeBack(group);
    rearranged();
  } else {
    putAside(codes);
    select([]);
  }
  announce(said);
}

function press(handle) {
  const isSelected = handle.getAttribute("aria-pressed") === "true";
  select(isSelected ? [] : handle.dataset.cards.split(" "));
}

export function watchGroups() {
  table.addEventListener("click", (event) => {
    const handle = event.target.closest("#hand .handle");
    if (handle) press(handle);
    if (event.target.closest("#aside")) asideOrBack();
  });
}
