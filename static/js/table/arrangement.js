// How this player lays out the hand: sorted, or card by card as it was laid; and at its right end
// the groups that were put aside. The sort stays from deal to deal, the rest belongs to one deal
// of one tab.
//
// Cards go by their names (cards.js), for two packs have each of them twice.

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
    // Then all this lasts as long as the page.
  }
}

/** Learn which cards are held in which deal. */
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

/** Let the two copies of a card change names; each stays where it lies. */
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

/** The hand from left to right: what is not in a group, then the groups. */
export const sections = () => [rest(), ...layout.groups];

export const groupsAside = () => layout.groups;

/** The group that these cards are, all of it and nothing else; undefined when they are none. */
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

/** Lay a card beside another, before or after it; it joins the group that the other is in. */
export function layBeside(code, other, isAfter) {
  lay(code, (all) => {
    const section = all.find((each) => each.includes(other));
    section.splice(section.indexOf(other) + (isAfter ? 1 : 0), 0, code);
    return section;
  });
}

/** Move a card by one place, or over the gap into the section beyond; whether it could. */
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

/** Take the card out and put it in again by `insert`, which gives the section; keep the outcome. */
function lay(code, insert) {
  const all = sections().map((section) => section.filter((each) => each !== code));
  const section = insert(all);
  layout.groups = all.slice(1).filter((group) => group.length);
  // Who moves cards within a group leaves the others sorted.
  if (section === all[0]) {
    layout.isLaid = true;
    layout.laid = [...all[0], ...layout.groups.flat()];
  }
  store();
}

/** The layout as it is, for a move that may be taken back. */
export const copyLayout = () => structuredClone(layout);

export function restoreLayout(copy) {
  layout = copy;
  store();
}

/** What the next press on the sort button brings; "own" only where something was laid by hand. */
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
