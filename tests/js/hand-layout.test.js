import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loadModule, visit, visitWithoutStorage } from "./storage.js";

const DEAL = "one/1/1/1";
const HAND = "3D 5C 5H 9S KD".split(" ");
const path = "table/hand-layout.js";

let hand;
let storage;

beforeEach(async () => {
  storage = visit();
  hand = await loadModule(path);
  hand.setHand(DEAL, HAND);
});

const laid = () => hand.getSections().map((section) => section.join(" "));

test("a hand is sorted by rank until its player changes it", () => {
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.getNextOrder(), "suit");
  hand.selectNextOrder();
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("grouped cards come after the others, and return among them", () => {
  hand.addGroup(["5C", "5H"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
  hand.removeGroup(hand.findGroup(["5H", "5C"]));
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
});

test("a card is in one group: adding it to another removes it from the first", () => {
  hand.addGroup(["5C", "5H"]);
  hand.addGroup(["5H", "KD"]);
  assert.deepEqual(laid(), ["3D 9S", "5C", "5H KD"]);
});

test("part of a group is not the group", () => {
  hand.addGroup(["5C", "5H", "KD"]);
  assert.equal(hand.findGroup(["5C", "5H"]), undefined);
  assert.equal(hand.findGroup(["5C", "5H", "KD", "3D"]), undefined);
});

test("played cards leave their group, and an empty group disappears", () => {
  hand.addGroup(["5C", "5H"]);
  hand.setHand(DEAL, ["3D", "5H", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5H"]);
  hand.setHand(DEAL, ["3D", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD"]);
});

test("a moved card stays where it is until the hand is sorted again", () => {
  hand.moveBeside("KD", "3D", true);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
  hand.setHand(DEAL, [...HAND, "4S"]);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S 4S"]);
  hand.selectNextOrder();
  assert.deepEqual(laid(), ["3D 4S 5C 5H 9S KD"]);
  for (const order of ["suit", "combination", "own"]) {
    assert.equal(hand.getNextOrder(), order);
    hand.selectNextOrder();
  }
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S 4S"]);
});

test("moved step by step, a card crosses the gap into the next group, and stops there", () => {
  hand.addGroup(["5C", "5H"]);
  assert.equal(hand.moveByOne("KD", 1), true);
  assert.deepEqual(laid(), ["3D 9S", "KD 5C 5H"]);
  assert.equal(hand.moveByOne("3D", -1), false);
  assert.equal(hand.moveByOne("KD", -1), true);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
});

test("an undone move leaves no trace", () => {
  const copy = hand.copyLayout();
  hand.moveBeside("KD", "3D", false);
  hand.addGroup(["5C", "5H"]);
  hand.restoreLayout(copy);
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.getNextOrder(), "suit");
});

test("a reloaded page keeps the layout; the next deal keeps only the sort order", async () => {
  hand.selectNextOrder();
  hand.addGroup(["5C", "5H"]);
  visit(storage);
  hand = await loadModule(path);
  hand.setHand(DEAL, HAND);
  assert.deepEqual(laid(), ["3D KD 9S", "5C 5H"]);
  hand.setHand("one/1/2/1", HAND);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("hands are laid out without storage, too", async () => {
  visitWithoutStorage();
  hand = await loadModule(path);
  hand.setHand(DEAL, HAND);
  hand.addGroup(["KD"]);
  assert.deepEqual(laid(), ["3D 5C 5H 9S", "KD"]);
});

// --- Two packs: a second copy's name ends with a sign

const TWICE = ["3D", "5C", "5C'", "9S", "9S'"];

test("one of two equal cards is grouped, and the other stays", () => {
  hand.setHand("two/1/1/1", TWICE);
  hand.addGroup(["5C'", "9S"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "5C' 9S"]);
  assert.equal(hand.findGroup(["5C", "9S"]), undefined);
});

test("copies that change names keep their places: grouped, moved, and after a reload", async () => {
  hand.setHand("two/1/1/1", TWICE);
  hand.moveBeside("9S'", "3D", false);
  hand.addGroup(["5C", "9S"]);
  assert.deepEqual(laid(), ["9S' 3D 5C'", "5C 9S"]);
  hand.swapNames("5C");
  hand.swapNames("9S'");
  assert.deepEqual(laid(), ["9S 3D 5C", "5C' 9S'"]);
  visit(storage);
  hand = await loadModule(path);
  hand.setHand("two/1/1/1", TWICE);
  assert.deepEqual(laid(), ["9S 3D 5C", "5C' 9S'"]);
});

test("the second copy leaves, and the first stays where it was moved", () => {
  hand.setHand("two/1/1/1", TWICE);
  hand.addGroup(["5C", "9S"]);
  hand.swapNames("5C");
  hand.setHand("two/1/1/1", ["3D", "5C", "9S", "9S'"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "9S"]);
});

test("a card is moved next to its own copy", () => {
  hand.setHand("two/1/1/1", TWICE);
  hand.moveBeside("5C'", "5C", false);
  assert.deepEqual(laid(), ["3D 5C' 5C 9S 9S'"]);
  assert.equal(hand.moveByOne("5C'", 1), true);
  assert.deepEqual(laid(), ["3D 5C 5C' 9S 9S'"]);
});
