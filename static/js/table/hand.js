// The player's hand: selection, layout and keyboard navigation.
//
// The selection is kept here and not in the page, because the server may replace the hand at any
// time without the player losing it.
//
// With two packs a hand may hold a card twice. The server doesn't distinguish copies and removes
// the one marked as second first. So if only one of two is selected, it is always the second.

import {
  exchangeNames,
  layOneOn,
  meetHand,
  sections,
  sortNext as chooseNextOrder,
} from "./arrangement.js";
import { exchangeArrivals, isNew, noteArrivals } from "./arrivals.js";
import { byRank, codeOf, copyOf, isSecond, namesFor } from "./cards.js";
import { send } from "./connection.js";
import { announce, table } from "./page.js";

const chosen = new Set();
let whenChanged = () => {};
// The selection last sent to the server.
let told = null;
// The deal that the selection belongs to.
let deal = null;
// The card in the tab order; arrow keys move from it.
let current = null;

const hand = () => document.getElementById("hand");
export const fan = () => hand().querySelector(".fan");
export const cards = () => [...table.querySelectorAll("#hand .card")];

/** The name of a card's element. */
export const keyOf = (card) =>
  "copy" in card.dataset ? copyOf(card.dataset.card) : card.dataset.card;

/** The names of the selected cards, in card order. */
export const selected = () => [...chosen].sort(byRank);

/** The selection in the server's notation: "9D 9S". */
export const selection = () => selected().map(codeOf).join(" ");

/** A card's spoken name. */
export const nameOf = (key) =>
  table.querySelector(`#hand [data-card="${codeOf(key)}"]`).getAttribute("aria-label");

/** Apply selection and layout to the page, without sending anything. */
export function refreshHand() {
  const shown = cards();
  const held = new Set(shown.map(keyOf));
  // Played cards are removed one by one, and the spacing depends on the number of cards.
  fan().dataset.count = shown.length;
  if (deal !== hand().dataset.deal) chosen.clear();
  deal = hand().dataset.deal;
  for (const code of chosen) if (!held.has(code)) chosen.delete(code);
  noteArrivals(hand().dataset, namesOf(shown));
  meetHand(hand().dataset.deal, [...held]);
  nameCopies(shown);
  layOut(shown);
  for (const card of shown) {
    card.setAttribute("aria-pressed", String(chosen.has(keyOf(card))));
    card.classList.toggle("is-new", isNew(keyOf(card)));
  }
  if (!held.has(current)) current = shown.length ? keyOf(cards()[0]) : null;
  for (const card of shown) card.tabIndex = keyOf(card) === current ? 0 : -1;
}

const namesOf = (shown) =>
  new Map(shown.map((card) => [keyOf(card), card.getAttribute("aria-label")]));

function layOut(shown) {
  const byCode = new Map(shown.map((card) => [keyOf(card), card]));
  const laid = sections().filter((section) => section.length);
  const wanted = laid.flat().map((code) => byCode.get(code));
  if (!wanted.every((card, place) => card === shown[place])) reorder(wanted);
  fan().style.setProperty("--gaps", Math.max(0, laid.length - 1));
  laid.forEach((section, gaps) => {
    for (const code of section) byCode.get(code).style.setProperty("--gaps-before", gaps);
  });
}

/** Reorder the cards around one that isn't moved in the page, so that it keeps its state:
    the focus and the pointer that drags it. */
function reorder(wanted) {
  const focused = wanted.find((card) => card === document.activeElement);
  const fixed = wanted.find((card) => card.matches(".is-dragged")) ?? focused ?? wanted[0];
  const place = wanted.indexOf(fixed);
  fixed.before(...wanted.slice(0, place));
  fixed.after(...wanted.slice(place + 1));
  focused?.focus({ preventScroll: true });
}

/** Select exactly these cards by name, and ask the server about them. */
export function select(keys) {
  chosen.clear();
  for (const key of keys) chosen.add(key);
  changed();
}

/** The same for cards in the server's notation. */
export const selectCodes = (codes) => select(namesFor(codes, cards().map(keyOf)));

function toggle(card) {
  const key = keyOf(card);
  if (!chosen.delete(key)) chosen.add(key);
  current = key;
  changed();
}

/** Make the second of two equal cards the selected one; see the top. */
function nameCopies(shown) {
  const held = new Map(shown.map((card) => [keyOf(card), card]));
  for (const [key, card] of held) {
    const second = isSecond(key) && held.get(codeOf(key));
    if (!second || chosen.has(key) || !chosen.has(codeOf(key))) continue;
    exchange(second, card);
  }
}

function exchange(first, second) {
  const [key, other] = [keyOf(first), keyOf(second)];
  first.dataset.copy = second.dataset.copy;
  delete second.dataset.copy;
  chosen.delete(key);
  chosen.add(other);
  if (current === key) current = other;
  else if (current === other) current = key;
  exchangeNames(key);
  exchangeArrivals(key, other);
}

function changed() {
  rearranged();
  tellSelection();
}

/** Show a changed layout. */
export function rearranged() {
  refreshHand();
  whenChanged();
}

export function tellSelection() {
  if (send({ do: "select", cards: selection() })) told = selection();
}

/** Forget what was sent, because a new connection has no selection. */
export function forgetTold() {
  told = null;
}

/** Whether the server was asked about the current selection. */
export function isTold() {
  return told === selection();
}

export function sortNext() {
  chooseNextOrder();
  rearranged();
}

/** Move the focus by `step` cards or, from outside, to the last focused card. */
export function moveFocus(step) {
  const shown = cards();
  if (!shown.length) return;
  const place = shown.indexOf(document.activeElement);
  const at = shown.findIndex((card) => keyOf(card) === current);
  const next = place < 0 ? Math.max(at, 0) : (place + step + shown.length) % shown.length;
  focusCard(shown[next]);
}

export function focusEdge(last) {
  const shown = cards();
  focusCard(shown[last ? shown.length - 1 : 0]);
}

export function focusCard(card) {
  if (!card) return;
  current = keyOf(card);
  refreshHand();
  card.focus({ preventScroll: true });
}

/** Move the focused card by one position and announce it. */
export function moveCard(step) {
  const card = document.activeElement;
  if (!layOneOn(keyOf(card), step)) return;
  rearranged();
  const said = hand().dataset.moved.replace("{card}", nameOf(keyOf(card)));
  const place = cards().indexOf(card) + 1;
  announce(said.replace("{place}", place).replace("{count}", cards().length));
}

/** Handle presses on cards; call `then` after selection or layout changed. */
export function watchHand(then) {
  whenChanged = then;
  table.addEventListener("click", (event) => {
    const card = event.target.closest("#hand .card");
    if (card) toggle(card);
  });
}
