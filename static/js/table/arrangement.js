// The player's layout of the hand: sorted or in the player's own order, with groups of cards at the
// right end. The sort order is kept across deals; the rest belongs to one deal in one tab.
//
// Cards are identified by their names (cards.js), because two packs have every card twice.

import { copyOf } from "./cards.js";
import { ORDERS, sorted } from "./sorting.js";

const STORED_SORT = "hand-order";
const STORED_LAYOUT = `hand:${location.pathname}`;
const LAID = "own";
const EMPTY = { deal: null, codes: [], laid: null, isLaid: false, groups: [] };

let sort = storedSort();
let layout = storedLayout();

function storedSort() {
  try {
    const stored = localStorage.getItem(STORED_SORT);
    return ORDERS.includes(stored) ? stored : ORDERS[0];
  } catch {
    return ORDERS[0];
  }
}

function storedLayout() {
  try {
    return { ...EMPTY, ...JSON.parse(sessionStorage.getItem(STORED_LAYOUT)) };
  } catch {
    return { ...EMPTY };
  }
}

function store() {
  try {
    localStorage.setItem(STORED_SORT, sort);
    sessionStorage.setItem(STORED_LAYOUT, JSON.stringify(layout));
  } catch {
    // Without storage the layout lasts as long as the page.
  }
}

/** Set the current deal and its hand. */
export function meetHand(deal, codes) {
  if (layout.deal !== deal) layout = { ...EMPTY };
  const isHeld = (code) => codes.includes(code);
  const laid = layout.laid && [
    ...layout.laid.filter(isHeld),
    ...codes.filter((code) => !layout.laid.includes(code)),
  ];
  const groups = layout.groups.map((group) => group.filter(isHeld));
  layout = { ...layout, deal, codes, laid, groups: groups.filter((group) => group.length) };
  store();
}

/** Swap the names of two equal cards without moving them. */
export function exchangeNames(name) {
  const other = copyOf(name);
  const names = { [name]: other, [other]: name };
  const exchanged = (cards) => cards.map((each) => names[each] ?? each);
  const { codes, laid, groups } = layout;
  layout = {
    ...layout,
    codes: exchanged(codes),
    laid: laid && exchanged(laid),
    groups: groups.map(exchanged),
  };
  store();
}

const rest = () => {
  const aside = new Set(layout.groups.flat());
  const all = layout.isLaid ? layout.laid : sorted(layout.codes, sort);
  return all.filter((code) => !aside.has(code));
};

/** The hand from left to right: ungrouped cards, then the groups. */
export const sections = () => [rest(), ...layout.groups];

export const groupsAside = () => layout.groups;

/** The group that consists of exactly these cards, or undefined. */
export function groupOf(codes) {
  return layout.groups.find(
    (group) => group.length === codes.length && group.every((code) => codes.includes(code)),
  );
}

export function putAside(codes) {
  const groups = layout.groups.map((group) => group.filter((code) => !codes.includes(code)));
  layout.groups = [...groups.filter((group) => group.length), codes];
  store();
}

export function takeBack(group) {
  layout.groups = layout.groups.filter((each) => each !== group);
  store();
}

/** Move a card before or after another one, into that card's group. */
export function layBeside(code, other, isAfter) {
  lay(code, (all) => {
    const section = all.find((each) => each.includes(other));
    section.splice(section.indexOf(other) + (isAfter ? 1 : 0), 0, code);
    return section;
  });
}

/** Move a card by one position, or into the next section; return whether it moved. */
export function layOneOn(code, step) {
  const all = sections();
  const at = all.findIndex((section) => section.includes(code));
  const neighbour = all[at][all[at].indexOf(code) + step];
  if (neighbour) {
    layBeside(code, neighbour, step > 0);
    return true;
  }
  if (!all[at + step]) return false;
  lay(code, (without) => {
    if (step > 0) without[at + step].unshift(code);
    else without[at + step].push(code);
    return without[at + step];
  });
  return true;
}

/** Remove the card, re-insert it with `insert`, which returns its section, and save the layout. */
function lay(code, insert) {
  const all = sections().map((section) => section.filter((each) => each !== code));
  const section = insert(all);
  layout.groups = all.slice(1).filter((group) => group.length);
  // Moving cards within a group keeps the rest sorted.
  if (section === all[0]) {
    layout.isLaid = true;
    layout.laid = [...all[0], ...layout.groups.flat()];
  }
  store();
}

/** A copy of the layout, to undo a cancelled drag. */
export const copyLayout = () => structuredClone(layout);

export function restoreLayout(copy) {
  layout = copy;
  store();
}

/** The next sort order of the button; "own" only if the player arranged cards by hand. */
export function nextOrder() {
  const orders = layout.laid ? [...ORDERS, LAID] : ORDERS;
  const order = layout.isLaid ? LAID : sort;
  return orders[(orders.indexOf(order) + 1) % orders.length];
}

export function sortNext() {
  const next = nextOrder();
  layout.isLaid = next === LAID;
  if (next !== LAID) sort = next;
  store();
}
