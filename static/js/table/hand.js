// The own hand: which cards are selected, laying it out on the page, and moving between cards.
//
// The selection lives here, not in the page: the hand is swapped whenever the server sends it,
// and no refresh may cost a player the cards already chosen.
//
// Where two packs are played a hand may hold a card twice. The server knows no copies: of two the
// one that the page marks as second goes first. So that the right one goes, the second is always
// the one that is chosen, where only one of them is.

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
// What the server was last asked about.
let told = null;
// The deal that the cards chosen are of.
let deal = null;
// The one card that Tab reaches; arrows move on from it.
let current = null;

const hand = () => document.getElementById("hand");
export const fan = () => hand().querySelector(".fan");
export const cards = () => [...table.querySelectorAll("#hand .card")];

/** The name by which a card of the hand is known here. */
export const keyOf = (card) =>
  "copy" in card.dataset ? copyOf(card.dataset.card) : card.dataset.card;

/** The names of the selected cards, in card order. */
export const selected = () => [...chosen].sort(byRank);

/** The same as one text in the notation, as the server knows them: "9D 9S". */
export const selection = () => selected().map(codeOf).join(" ");

/** What a card is called. */
export const nameOf = (key) =>
  table.querySelector(`#hand [data-card="${codeOf(key)}"]`).getAttribute("aria-label");

/** Put the page in accord with what is known here. Sends nothing. */
export function refreshHand() {
  const shown = cards();
  const held = new Set(shown.map(keyOf));
  // Cards that are played leave one by one; how wide the others lie depends on their number.
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

/** Bring the cards into order around one that stays where it is, so that it keeps what it has:
    the focus, and the pointer that drags it. */
function reorder(wanted) {
  const focused = wanted.find((card) => card === document.activeElement);
  const fixed = wanted.find((card) => card.matches(".is-dragged")) ?? focused ?? wanted[0];
  const place = wanted.indexOf(fixed);
  fixed.before(...wanted.slice(0, place));
  fixed.after(...wanted.slice(place + 1));
  focused?.focus({ preventScroll: true });
}

/** Select exactly these cards, by their names, and ask the server what they are. */
export function select(keys) {
  chosen.clear();
  for (const key of keys) chosen.add(key);
  changed();
}

/** The same for cards that the server names. */
export const selectCodes = (codes) => select(namesFor(codes, cards().map(keyOf)));

function toggle(card) {
  const key = keyOf(card);
  if (!chosen.delete(key)) chosen.add(key);
  current = key;
  changed();
}

/** Of two copies the second is the chosen one: see the top. */
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

/** The layout is another: show it. */
export function rearranged() {
  refreshHand();
  whenChanged();
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

export function sortNext() {
  chooseNextOrder();
  rearranged();
}

/** Move the focus by so many cards; from outside the hand, to the card it last was on. */
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

/** Move the focused card by one place, and say where it lies now. */
export function moveCard(step) {
  const card = document.activeElement;
  if (!layOneOn(keyOf(card), step)) return;
  rearranged();
  const said = hand().dataset.moved.replace("{card}", nameOf(keyOf(card)));
  const place = cards().indexOf(card) + 1;
  announce(said.replace("{place}", place).replace("{count}", cards().length));
}

/** Watch presses on cards; `then` is called after the selection or the layout changed. */
export function watchHand(then) {
  whenChanged = then;
  table.addEventListener("click", (event) => {
    const card = event.target.closest("#hand .card");
    if (card) toggle(card);
  });
}
