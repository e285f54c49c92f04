// Groups of cards in the hand: their handles below it, and the button that groups the selected
// cards or ungroups them.

import { listed } from "../site/wording.js";
import { addGroup, findGroup, getGroups, removeGroup } from "./hand-layout.js";
import { compareByRank, getShortName } from "./cards.js";
import {
  getFan,
  getSelectedNames,
  getSelection,
  getSpokenName,
  refreshLayout,
  select,
} from "./hand.js";
import { announce, table } from "./page.js";

const getHandleList = () => getFan().querySelector(".handles");
const getButton = () => document.getElementById("aside");

/** Update the handles; existing ones stay and keep the focus. */
export function refreshGroups() {
  const handleList = getHandleList();
  const groups = getGroups();
  const cardCount = getFan().querySelectorAll(".card").length;
  let column = cardCount - groups.flat().length + 1;
  const gaps = column > 1 ? 1 : 0;
  while (handleList.children.length > groups.length) handleList.lastElementChild.remove();
  groups.forEach((group, index) => {
    const handle = handleList.children[index] ?? handleList.appendChild(createHandle(index));
    const sortedCards = [...group].sort(compareByRank);
    handle.dataset.cards = sortedCards.join(" ");
    handle.textContent = sortedCards.map(getShortName).join(" ");
    const spokenNames = listed(sortedCards.map(getSpokenName));
    handle.setAttribute("aria-label", handleList.dataset.handle.replace("{cards}", spokenNames));
    handle.setAttribute("aria-pressed", String(findGroup(getSelectedNames()) === group));
    handle.style.setProperty("--from", column);
    handle.style.setProperty("--size", group.length);
    handle.style.setProperty("--gaps-before", index + gaps);
    column += group.length;
  });
  refreshButton();
}

/** Return a new handle for the group at this index. */
function createHandle(index) {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = "handle";
  handle.id = `group-${index + 1}`;
  return handle;
}

/** Update the button that groups or ungroups cards. */
function refreshButton() {
  if (!getButton()) return;
  getButton().disabled = !getSelection();
  getButton().textContent = findGroup(getSelectedNames())
    ? getButton().dataset.ungroupLabel
    : getButton().dataset.groupLabel;
}

/** Group the selected cards, or ungroup them if they are a group. */
export function toggleGroup() {
  const names = getSelectedNames();
  if (!getButton() || !names.length) return;
  const group = findGroup(names);
  const sentence = (
    group ? getButton().dataset.ungroupedMessage : getButton().dataset.groupedMessage
  ).replace("{cards}", listed(names.map(getSpokenName)));
  if (group) {
    removeGroup(group);
    refreshLayout();
  } else {
    addGroup(names);
    select([]);
  }
  announce(sentence);
}

/** Select the cards of a handle, or unselect them. */
function selectGroup(handle) {
  const isSelected = handle.getAttribute("aria-pressed") === "true";
  select(isSelected ? [] : handle.dataset.cards.split(" "));
}

/** Listen for clicks on handles and on the button. */
export function watchGroups() {
  table.addEventListener("click", (event) => {
    const handle = event.target.closest("#hand .handle");
    if (handle) selectGroup(handle);
    if (event.target.closest("#aside")) toggleGroup();
  });
}
