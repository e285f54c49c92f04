import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loadModule } from "./storage.js";

const NAMES = { "3D": "three of diamonds", KS: "king of spades", "2H": "two of hearts" };

let cards;
const look = (deal, ...codes) =>
  cards.detectNewCards(
    { deal, received: "You got {cards}." },
    new Map(codes.map((code) => [code, NAMES[code.slice(0, 2)]])),
  );

beforeEach(async () => {
  globalThis.document = { documentElement: { lang: "en" } };
  cards = await loadModule("table/new-cards.js");
  look("a", "3D");
});

test("the cards dealt first are not marked as new", () => {
  assert.equal(cards.takeNews(), "");
  assert.equal(cards.isNewCard("3D"), false);
});

test("new cards are marked, and announced once", () => {
  look("a", "3D", "KS", "2H");
  assert.equal(cards.isNewCard("KS"), true);
  assert.equal(cards.isNewCard("3D"), false);
  assert.equal(cards.takeNews(), "You got king of spades, two of hearts.");
  assert.equal(cards.takeNews(), "");
});

test("in Chinese, names are joined with an enumeration comma", () => {
  document.documentElement.lang = "zh-hant";
  look("a", "3D", "KS", "2H");
  assert.equal(cards.takeNews(), "You got king of spades、two of hearts.");
});

test("the next move ends the marks, and so does the next deal", () => {
  look("a", "3D", "KS");
  cards.clearNewCards();
  assert.equal(cards.isNewCard("KS"), false);
  look("a", "3D", "KS", "2H");
  look("b", "2H", "KS");
  assert.equal(cards.isNewCard("2H"), false);
});

test("a second copy of a card in the hand is new, even if the copies change names", () => {
  look("a", "3D", "3D'");
  assert.equal(cards.takeNews(), "You got three of diamonds.");
  assert.deepEqual([cards.isNewCard("3D"), cards.isNewCard("3D'")], [false, true]);
  cards.swapNewCards("3D", "3D'");
  assert.deepEqual([cards.isNewCard("3D"), cards.isNewCard("3D'")], [true, false]);
  cards.swapNewCards("3D", "3D'");
  assert.deepEqual([cards.isNewCard("3D"), cards.isNewCard("3D'")], [false, true]);
  look("a", "3D", "3D'", "KS", "KS'");
  cards.swapNewCards("KS", "KS'");
  assert.deepEqual([cards.isNewCard("KS"), cards.isNewCard("KS'")], [true, true]);
});
