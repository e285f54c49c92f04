import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDERS, sortCards } from "../../static/js/table/sorting.js";

const HAND = "3D 3C 4H 5S 6D 7C 9H 9S TD JH QC KS 2S".split(" ");
const by = (order, hand) => sortCards(hand.split(" "), order).join(" ");

test("every order keeps all cards and does not change the given list", () => {
  for (const order of ORDERS) {
    const given = [...HAND].reverse();
    const before = [...given];
    assert.deepEqual(sortCards(given, order).sort(), [...HAND].sort());
    assert.deepEqual(given, before);
  }
});

test("by rank, lowest first, with suits deciding between equal ranks", () => {
  assert.equal(by("rank", "2D 3S 3D AH"), "3D 3S AH 2D");
});

test("by suit, lowest card first", () => {
  assert.equal(by("suit", "2D 3S 3D AH"), "3D 2D AH 3S");
});

test("by combination, a straight of single cards comes before the pair", () => {
  assert.equal(by("combination", "9H 9S 3D 4C 5H 6S 7D"), "3D 4C 5H 6S 7D 9H 9S");
});

test("a pair is not broken up for a straight", () => {
  assert.equal(by("combination", "3D 4C 5H 6S 7D 7H KS"), "7D 7H 3D 4C 5H 6S KS");
});

test("a straight flush comes first, whatever it breaks up", () => {
  assert.equal(by("combination", "5H 6H 7H 8H 9H 9S 9D KC"), "5H 6H 7H 8H 9H 9D 9S KC");
});

test("four and three of a kind come before single cards, four first", () => {
  assert.equal(by("combination", "3D 8D 8C 8H 8S QD QC QH"), "8D 8C 8H 8S QD QC QH 3D");
});

test("five of a suit without a run are a flush: its five highest", () => {
  assert.equal(by("combination", "3H 5H 8H TH QH KH 4S"), "5H 8H TH QH KH 3H 4S");
});

test("no straight continues to the two", () => {
  assert.equal(by("combination", "JD QC KH AS 2D 5C"), "5C JD QC KH AS 2D");
});

// --- Two packs: a second copy's name ends with a sign

const TWICE = "9H 3D 9H' KS 3D' KS' 5C".split(" ");

test("equal cards are adjacent in every order, and none is lost", () => {
  for (const order of ORDERS) {
    const laid = sortCards(TWICE, order);
    assert.deepEqual([...laid].sort(), [...TWICE].sort());
    for (const code of ["9H", "3D", "KS"])
      assert.equal(Math.abs(laid.indexOf(code) - laid.indexOf(`${code}'`)), 1, order);
  }
});

test("equal cards keep their order among themselves", () => {
  assert.equal(by("rank", "3D' 3D"), "3D' 3D");
  assert.equal(by("suit", "3D' 3D"), "3D' 3D");
});

test("five and more of a rank come first of all", () => {
  const hand = "3D 4D 5D 6D 7D 9D 9D' 9C 9H 9H' QS";
  assert.equal(by("combination", hand), "9D 9D' 9C 9H 9H' 3D 4D 5D 6D 7D QS");
  assert.equal(by("combination", "QS 9D 9D' 9C 9C' 9H 9S"), "9D 9D' 9C 9C' 9H 9S QS");
});

test("two equal cards are a pair, and a straight flush takes one of them", () => {
  assert.equal(by("combination", "3D 8C 8C' QS"), "8C 8C' 3D QS");
  assert.equal(by("combination", "3D 4D 5D 6D 7D 7D' QS"), "3D 4D 5D 6D 7D 7D' QS");
});
