// The own hand: which cards are selected, laying it out on the page, and moving between cards.
//
// The selection lives here, not in the page: the hand is swapped whenever the server sends it,
// and no refresh may cost a player the cards already chosen.

import { layOneOn, meetHand, sections, sortNext as chooseNextOrder } from "./arrangement.js";
import { isNew, noteArrivals } from "./arrivals.js";
import { byRank } from "./cards.js";
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

/** The selected cards in the notation, in card order. */
export const selected = () => [...chosen].sort(byRank);

/** The same as one text: "9D 9S". */
export const selection = () => selected().join(" ");

/** What a card is called. */
export const nameOf = (code) =>
  table.querySelector(`#hand [data-card="${code}"]`).getAttribute("aria-label");

/** Put the page in accord with what is known here. Sends nothing. */
export function refreshHand() {
  const shown = cards();
  const held = new Set(shown.map((card) => card.dataset.card));
  // Cards that are played leave one by one; how wide the others lie depends on their number.
  fan().dataset.count = shown.length;
  if (deal !== hand().dataset.deal) chosen.clear();
  deal = hand().dataset.deal;
  for (const code of chosen) if (!held.has(code)) chosen.delete(code);
  noteArrivals(hand().dataset, namesOf(shown));
  meetHand(hand().dataset.deal, [...held]);
  layOut(shown);
  for (const card of shown) {
    card.setAttribute("aria-pressed", String(chosen.has(card.dataset.card)));
    card.classList.toggle("is-new", isNew(card.dataset.card));
  }
  if (!held.has(current)) current = cards()[0]?.dataset.card ?? null;
  for (const card of shown) card.tabIndex = card.dataset.card === current ? 0 : -1;
}

const namesOf = (shown) =>
  new Map(shown.map((card) => [card.dataset.card, card.getAttribute("aria-label")]));

function layOut(shown) {
  const byCode = new Map(shown.map((card) => [card.dataset.card, card]));
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

/** Move the focused card by one place, and say where it lies now. */
export function moveCard(step) {
  const card = document.activeElement;
  if (!layOneOn(card.dataset.card, step)) return;
  rearranged();
  const said = hand().dataset.moved.replace("{card}", nameOf(card.dataset.card));
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
