// The player's hand: selection, layout and keyboard navigation.
//
// The selection is kept here and not in the page, because the server may replace the hand at any
// time without the player losing it.
//
// With two packs a hand may hold a card twice. The server doesn't distinguish copies and removes
// the one marked as second first. So if only one of two is selected, it is always the second.

import {
  getSections,
  loadSelection,
  moveByOne,
  saveSelection,
  selectNextOrder,
  setHand,
  swapNames,
} from "./hand-layout.js";
import { detectNewCards, isNewCard, swapNewCards } from "./new-cards.js";
import { compareByRank, findNames, getCode, getOtherCopy, isSecondCopy } from "./cards.js";
import { send } from "./connection.js";
import { announce, table } from "./page.js";

const selectedNames = new Set();
let onChange = () => {};
// The selection last sent to the server.
let sentSelection = null;
// The deal that the selection belongs to.
let selectionDeal = null;
// The card in the tab order; arrow keys move from it.
let currentName = null;

const getHand = () => document.getElementById("hand");

/** Return the element with the cards. */
export const getFan = () => getHand().querySelector(".fan");

/** Return the elements of the cards, from left to right. */
export const getCards = () => [...table.querySelectorAll("#hand .card")];

/** Return the name of a card's element. */
export const getName = (card) =>
  "copy" in card.dataset ? getOtherCopy(card.dataset.card) : card.dataset.card;

/** Return the names of the selected cards, in card order. */
export const getSelectedNames = () => [...selectedNames].sort(compareByRank);

/** Return the selection in the server's notation: "9D 9S". */
export const getSelection = () => getSelectedNames().map(getCode).join(" ");

/** Return a card's spoken name. */
export const getSpokenName = (name) =>
  table.querySelector(`#hand [data-card="${getCode(name)}"]`).getAttribute("aria-label");

/** Apply selection and layout to the page, without sending anything. */
export function refreshHand() {
  const shown = getCards();
  const names = new Set(shown.map(getName));
  // Played cards are removed one by one, and the spacing depends on the number of cards.
  getFan().dataset.count = shown.length;
  if (selectionDeal !== getHand().dataset.deal) restoreSelection();
  for (const name of selectedNames) if (!names.has(name)) selectedNames.delete(name);
  detectNewCards(getHand().dataset, getSpokenNames(shown));
  setHand(getHand().dataset.deal, [...names]);
  selectSecondCopies(shown);
  layOutCards(shown);
  for (const card of shown) {
    card.setAttribute("aria-pressed", String(selectedNames.has(getName(card))));
    card.classList.toggle("is-new", isNewCard(getName(card)));
  }
  if (!names.has(currentName)) currentName = shown.length ? getName(getCards()[0]) : null;
  for (const card of shown) card.tabIndex = getName(card) === currentName ? 0 : -1;
}

/** Restore the selection of this deal after a reload; a new deal has none. */
function restoreSelection() {
  selectionDeal = getHand().dataset.deal;
  selectedNames.clear();
  for (const name of loadSelection(selectionDeal)) selectedNames.add(name);
}

const getSpokenNames = (shown) =>
  new Map(shown.map((card) => [getName(card), card.getAttribute("aria-label")]));

/** Show the cards in the order of the layout, with gaps between groups. */
function layOutCards(shown) {
  const byName = new Map(shown.map((card) => [getName(card), card]));
  const sections = getSections().filter((section) => section.length);
  const ordered = sections.flat().map((name) => byName.get(name));
  if (!ordered.every((card, index) => card === shown[index])) reorder(ordered);
  getFan().style.setProperty("--gaps", Math.max(0, sections.length - 1));
  sections.forEach((section, gaps) => {
    for (const name of section) byName.get(name).style.setProperty("--gaps-before", gaps);
  });
}

/**
 * Reorder the cards around one that isn't moved in the page, so that it keeps its state: the focus
 * and the pointer that drags it.
 */
function reorder(ordered) {
  const focused = ordered.find((card) => card === document.activeElement);
  const fixed = ordered.find((card) => card.matches(".is-dragged")) ?? focused ?? ordered[0];
  const index = ordered.indexOf(fixed);
  fixed.before(...ordered.slice(0, index));
  fixed.after(...ordered.slice(index + 1));
  focused?.focus({ preventScroll: true });
}

/** Select exactly these cards by name, and ask the server about them. */
export function select(names) {
  selectedNames.clear();
  for (const name of names) selectedNames.add(name);
  handleSelectionChange();
}

/** Select these cards in the server's notation. */
export const selectCodes = (codes) => select(findNames(codes, getCards().map(getName)));

/** Select a card or unselect it. */
function toggleCard(card) {
  const name = getName(card);
  if (!selectedNames.delete(name)) selectedNames.add(name);
  currentName = name;
  handleSelectionChange();
}

/** Make the second of two equal cards the selected one; see the top. */
function selectSecondCopies(shown) {
  const cardsByName = new Map(shown.map((card) => [getName(card), card]));
  for (const [name, card] of cardsByName) {
    const second = isSecondCopy(name) && cardsByName.get(getCode(name));
    if (!second || selectedNames.has(name) || !selectedNames.has(getCode(name))) continue;
    swapCopies(second, card);
  }
}

/** Swap the names of two equal cards on the page, in the layout and in the marks. */
function swapCopies(first, second) {
  const [name, other] = [getName(first), getName(second)];
  first.dataset.copy = second.dataset.copy;
  delete second.dataset.copy;
  selectedNames.delete(name);
  selectedNames.add(other);
  if (currentName === name) currentName = other;
  else if (currentName === other) currentName = name;
  swapNames(name);
  swapNewCards(name, other);
}

/** Show a changed selection and send it. */
function handleSelectionChange() {
  saveSelection(getSelectedNames());
  refreshLayout();
  sendSelection();
}

/** Show a changed layout. */
export function refreshLayout() {
  refreshHand();
  onChange();
}

/** Ask the server about the selection. */
export function sendSelection() {
  if (send({ do: "select", cards: getSelection() })) sentSelection = getSelection();
}

/** Forget what was sent, because a new connection has no selection. */
export function forgetSentSelection() {
  sentSelection = null;
}

/** Return whether the server was asked about the current selection. */
export function isSelectionSent() {
  return sentSelection === getSelection();
}

/** Sort the hand by the next order. */
export function sortByNextOrder() {
  selectNextOrder();
  refreshLayout();
}

/**
 * Move the focus by `step` cards or, from outside, to the last focused card. Return whether there
 * is a card.
 */
export function moveFocus(step) {
  const shown = getCards();
  if (!shown.length) return false;
  const index = shown.indexOf(document.activeElement);
  const currentIndex = shown.findIndex((card) => getName(card) === currentName);
  const next = index < 0 ? Math.max(currentIndex, 0) : (index + step + shown.length) % shown.length;
  focusCard(shown[next]);
  return true;
}

/** Move the focus to the first or the last card. */
export function focusEdge(isLast) {
  const shown = getCards();
  focusCard(shown[isLast ? shown.length - 1 : 0]);
}

/** Move the focus to a card, if there is one. */
export function focusCard(card) {
  if (!card) return;
  currentName = getName(card);
  refreshHand();
  card.focus({ preventScroll: true });
}

/** Move the focused card by one position and announce it. */
export function moveCard(step) {
  const card = document.activeElement;
  if (!moveByOne(getName(card), step)) return;
  refreshLayout();
  const sentence = getHand().dataset.moved.replace("{card}", getSpokenName(getName(card)));
  const position = getCards().indexOf(card) + 1;
  announce(sentence.replace("{place}", position).replace("{count}", getCards().length));
}

/** Handle clicks on cards; call `handler` after selection or layout changed. */
export function watchHand(handler) {
  onChange = handler;
  table.addEventListener("click", (event) => {
    const card = event.target.closest("#hand .card");
    if (card) toggleCard(card);
  });
}
