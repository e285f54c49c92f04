// The own hand: which cards are selected, their order, and moving between them.
//
// The selection lives here, not in the page: the hand is swapped whenever the server sends it,
// and no refresh may cost a player the cards already chosen.

import { byRank } from "./cards.js";
import { send } from "./connection.js";
import { table } from "./page.js";
import { ORDERS, sorted } from "./sorting.js";

const STORED_ORDER = "hand-order";
const chosen = new Set();
let order = storedOrder();
let whenChanged = () => {};
// What the server was last asked about.
let told = null;
// The one card that Tab reaches; arrows move on from it.
let current = null;

function storedOrder() {
  try {
    const stored = localStorage.getItem(STORED_ORDER);
    return ORDERS.includes(stored) ? stored : ORDERS[0];
  } catch {
    return ORDERS[0];
  }
}

const fan = () => document.querySelector("#hand .fan");
export const cards = () => [...table.querySelectorAll("#hand .card")];

/** The selected cards in the notation, in card order: "9D 9S". */
export function selection() {
  return [...chosen].sort(byRank).join(" ");
}

/** Put the page in accord with what is known here. Sends nothing. */
export function refreshHand() {
  const shown = cards();
  const held = new Set(shown.map((card) => card.dataset.card));
  for (const code of chosen) if (!held.has(code)) chosen.delete(code);
  layOut(shown);
  for (const card of shown) {
    card.setAttribute("aria-pressed", String(chosen.has(card.dataset.card)));
  }
  if (!held.has(current)) current = cards()[0]?.dataset.card ?? null;
  for (const card of shown) card.tabIndex = card.dataset.card === current ? 0 : -1;
}

function layOut(shown) {
  const byCode = new Map(shown.map((card) => [card.dataset.card, card]));
  const wanted = sorted([...byCode.keys()], order);
  if (wanted.every((code, place) => shown[place].dataset.card === code)) return;
  const focused = document.activeElement;
  fan().append(...wanted.map((code) => byCode.get(code)));
  if (focused?.dataset?.card) focused.focus({ preventScroll: true });
}

/** Select exactly these cards, and ask the server what they are. */
export function select(codes) {
  chosen.clear();
  for (const code of codes) chosen.add(code);
  changed();
}

function toggle(card) {
  const code = card.dataset.card;
  if (!chosen.delete(code)) chosen.add(code);
  current = code;
  changed();
}

function changed() {
  refreshHand();
  whenChanged();
  tellSelection();
}

export function tellSelection() {
  if (send({ do: "select", cards: selection() })) told = selection();
}

/** A new connection knows of no selection. */
export function forgetTold() {
  told = null;
}

/** Whether the server has been asked about the cards that are selected now. */
export function isTold() {
  return told === selection();
}

export function nextOrder() {
  return ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length];
}

export function sortNext() {
  order = nextOrder();
  try {
    localStorage.setItem(STORED_ORDER, order);
  } catch {
    // Then the order lasts as long as the page.
  }
  refreshHand();
  whenChanged();
}

/** Move the focus by so many cards; from outside the hand, to the card it last was on. */
export function moveFocus(step) {
  const shown = cards();
  if (!shown.length) return;
  const place = shown.indexOf(document.activeElement);
  const at = shown.findIndex((card) => card.dataset.card === current);
  const next = place < 0 ? Math.max(at, 0) : (place + step + shown.length) % shown.length;
  focusCard(shown[next]);
}

export function focusEdge(last) {
  const shown = cards();
  focusCard(shown[last ? shown.length - 1 : 0]);
}

export function focusCard(card) {
  if (!card) return;
  current = card.dataset.card;
  refreshHand();
  card.focus({ preventScroll: true });
}

/** Watch presses on cards; `then` is called after the selection or the order changed. */
export function watchHand(then) {
  whenChanged = then;
  table.addEventListener("click", (event) => {
    const card = event.target.closest("#hand .card");
    if (card) toggle(card);
  });
}
