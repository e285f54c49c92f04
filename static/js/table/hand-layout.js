// The player's layout of the hand: sorted or in the player's own order, with groups of cards at the
// right end. The sort order is kept across deals; the rest belongs to one deal in one tab.
//
// Cards are identified by their names (cards.js), because two packs have every card twice.

import { getOtherCopy } from "./cards.js";
import { ORDERS, sortCards } from "./sorting.js";

const SORT_KEY = "hand-order";
const LAYOUT_KEY = `hand:${location.pathname}`;
const OWN_ORDER = "own";
const EMPTY_LAYOUT = {
  deal: null,
  codes: [],
  laid: null,
  isLaid: false,
  groups: [],
  selection: [],
};

let sort = loadSort();
let layout = loadLayout();

/** Return the stored sort order, or the first one. */
function loadSort() {
  try {
    const stored = localStorage.getItem(SORT_KEY);
    return ORDERS.includes(stored) ? stored : ORDERS[0];
  } catch {
    return ORDERS[0];
  }
}

/** Return the layout stored for this tab. */
function loadLayout() {
  try {
    return { ...EMPTY_LAYOUT, ...JSON.parse(sessionStorage.getItem(LAYOUT_KEY)) };
  } catch {
    return { ...EMPTY_LAYOUT };
  }
}

/** Store sort order and layout. */
function saveLayout() {
  try {
    localStorage.setItem(SORT_KEY, sort);
    sessionStorage.setItem(LAYOUT_KEY, JSON.stringify(layout));
  } catch {
    // Without storage the layout lasts as long as the page.
  }
}

/** Set the current deal and its hand. */
export function setHand(deal, codes) {
  if (layout.deal !== deal) layout = { ...EMPTY_LAYOUT };
  const isInHand = (code) => codes.includes(code);
  const laid = layout.laid && [
    ...layout.laid.filter(isInHand),
    ...codes.filter((code) => !layout.laid.includes(code)),
  ];
  const groups = layout.groups.map((group) => group.filter(isInHand));
  layout = { ...layout, deal, codes, laid, groups: groups.filter((group) => group.length) };
  saveLayout();
}

/** Return the selection that this tab stored for the deal. */
export const loadSelection = (deal) => (layout.deal === deal ? layout.selection : []);

/** Store the selection, so that a reload keeps it. */
export function saveSelection(names) {
  layout.selection = names;
  saveLayout();
}

/** Swap the names of two equal cards without moving them. */
export function swapNames(name) {
  const other = getOtherCopy(name);
  const names = { [name]: other, [other]: name };
  const swapIn = (cards) => cards.map((each) => names[each] ?? each);
  const { codes, laid, groups } = layout;
  layout = {
    ...layout,
    codes: swapIn(codes),
    laid: laid && swapIn(laid),
    groups: groups.map(swapIn),
  };
  saveLayout();
}

/** Return the cards that are in no group, in their order. */
const getUngrouped = () => {
  const grouped = new Set(layout.groups.flat());
  const all = layout.isLaid ? layout.laid : sortCards(layout.codes, sort);
  return all.filter((code) => !grouped.has(code));
};

/** Return the hand from left to right: ungrouped cards, then the groups. */
export const getSections = () => [getUngrouped(), ...layout.groups];

/** Return the groups of cards. */
export const getGroups = () => layout.groups;

/** Return the group that consists of exactly these cards, or undefined. */
export function findGroup(codes) {
  return layout.groups.find(
    (group) => group.length === codes.length && group.every((code) => codes.includes(code)),
  );
}

/** Make these cards a group, and take them from others. */
export function addGroup(codes) {
  const groups = layout.groups.map((group) => group.filter((code) => !codes.includes(code)));
  layout.groups = [...groups.filter((group) => group.length), codes];
  saveLayout();
}

/** Return the cards of a group to the ungrouped ones. */
export function removeGroup(group) {
  layout.groups = layout.groups.filter((each) => each !== group);
  saveLayout();
}

/** Move a card before or after another one, into that card's group. */
export function moveBeside(code, other, isAfter) {
  moveCard(code, (sections) => {
    const section = sections.find((each) => each.includes(other));
    section.splice(section.indexOf(other) + (isAfter ? 1 : 0), 0, code);
    return section;
  });
}

/** Move a card by one position, or into the next section; return whether it moved. */
export function moveByOne(code, step) {
  const sections = getSections();
  const index = sections.findIndex((section) => section.includes(code));
  const neighbour = sections[index][sections[index].indexOf(code) + step];
  if (neighbour) {
    moveBeside(code, neighbour, step > 0);
    return true;
  }
  if (!sections[index + step]) return false;
  moveCard(code, (sections) => {
    if (step > 0) sections[index + step].unshift(code);
    else sections[index + step].push(code);
    return sections[index + step];
  });
  return true;
}

/** Remove the card, re-insert it with `insert`, which returns its section, and save the layout. */
function moveCard(code, insert) {
  const sections = getSections().map((section) => section.filter((each) => each !== code));
  const section = insert(sections);
  layout.groups = sections.slice(1).filter((group) => group.length);
  // Moving cards within a group keeps the rest sorted.
  if (section === sections[0]) {
    layout.isLaid = true;
    layout.laid = [...sections[0], ...layout.groups.flat()];
  }
  saveLayout();
}

/** Return a copy of the layout, to undo a cancelled drag. */
export const copyLayout = () => structuredClone(layout);

/** Restore a copy of the layout. */
export function restoreLayout(copy) {
  layout = copy;
  saveLayout();
}

/** Return the next sort order of the button; "own" only if the player arranged cards by hand. */
export function getNextOrder() {
  const orders = layout.laid ? [...ORDERS, OWN_ORDER] : ORDERS;
  const order = layout.isLaid ? OWN_ORDER : sort;
  return orders[(orders.indexOf(order) + 1) % orders.length];
}

/** Switch to the next sort order. */
export function selectNextOrder() {
  const next = getNextOrder();
  layout.isLaid = next === OWN_ORDER;
  if (next !== OWN_ORDER) sort = next;
  saveLayout();
}
