import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loaded, visit, visitWithoutStorage } from "./storage.js";

const DEAL = "one/1/1/1";
const HAND = "3D 5C 5H 9S KD".split(" ");
const path = "table/arrangement.js";

let hand;
let kept;

beforeEach(async () => {
  kept = visit();
  hand = await loaded(path);
  hand.meetHand(DEAL, HAND);
});

const laid = () => hand.sections().map((section) => section.join(" "));

test("a hand is sorted by rank until its player changes it", () => {
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.nextOrder(), "suit");
  hand.sortNext();
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("grouped cards come after the others, and return among them", () => {
  hand.putAside(["5C", "5H"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
  hand.takeBack(hand.groupOf(["5H", "5C"]));
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
});

test("a card is in one group: adding it to another removes it from the first", () => {
  hand.putAside(["5C", "5H"]);
  hand.putAside(["5H", "KD"]);
  assert.deepEqual(laid(), ["3D 9S", "5C", "5H KD"]);
});

test("part of a group is not the group", () => {
  hand.putAside(["5C", "5H", "KD"]);
  assert.equal(hand.groupOf(["5C", "5H"]), undefined);
  assert.equal(hand.groupOf(["5C", "5H", "KD", "3D"]), undefined);
});

test("played cards leave their group, and an empty group disappears", () => {
  hand.putAside(["5C", "5H"]);
  hand.meetHand(DEAL, ["3D", "5H", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5H"]);
  hand.meetHand(DEAL, ["3D", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD"]);
});

test("a moved card stays where it is until the hand is sorted again", () => {
  hand.layBeside("KD", "3D", true);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
  hand.meetHand(DEAL, [...HAND, "4S"]);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S 4S"]);
  hand.sortNext();
  assert.deepEqual(laid(), ["3D 4S 5C 5H 9S KD"]);
  for (const order of ["suit", "combination", "own"]) {
    assert.equal(hand.nextOrder(), order);
    hand.sortNext();
  }
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S 4S"]);
});

test("moved step by step, a card crosses the gap into the next group, and stops there", () => {
  hand.putAside(["5C", "5H"]);
  assert.equal(hand.layOneOn("KD", 1), true);
  assert.deepEqual(laid(), ["3D 9S", "KD 5C 5H"]);
  assert.equal(hand.layOneOn("3D", -1), false);
  assert.equal(hand.layOneOn("KD", -1), true);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
});

test("an undone move leaves no trace", () => {
  const copy = hand.copyLayout();
  hand.layBeside("KD", "3D", false);
  hand.putAside(["5C", "5H"]);
  hand.restoreLayout(copy);
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.nextOrder(), "suit");
});

test("a reloaded page keeps the layout; the next deal keeps only the sort order", async () => {
  hand.sortNext();
  hand.putAside(["5C", "5H"]);
  visit(kept);
  hand = await loaded(path);
  hand.meetHand(DEAL, HAND);
  assert.deepEqual(laid(), ["3D KD 9S", "5C 5H"]);
  hand.meetHand("one/1/2/1", HAND);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("hands are laid out without storage, too", async () => {
  visitWithoutStorage();
  hand = await loaded(path);
  hand.meetHand(DEAL, HAND);
  hand.putAside(["KD"]);
  assert.deepEqual(laid(), ["3D 5C 5H 9S", "KD"]);
});

// --- Two packs: a second copy's name ends with a sign

const TWICE = ["3D", "5C", "5C'", "9S", "9S'"];

test("one of two equal cards is grouped, and the other stays", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.putAside(["5C'", "9S"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "5C' 9S"]);
  assert.equal(hand.groupOf(["5C", "9S"]), undefined);
});

test("copies that change names keep their places: grouped, moved, and after a reload", async () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.layBeside("9S'", "3D", false);
  hand.putAside(["5C", "9S"]);
  assert.deepEqual(laid(), ["9S' 3D 5C'", "5C 9S"]);
  hand.exchangeNames("5C");
  hand.exchangeNames("9S'");
  assert.deepEqual(laid(), ["9S 3D 5C", "5C' 9S'"]);
  visit(kept);
  hand = await loaded(path);
  hand.meetHand("two/1/1/1", TWICE);
  assert.deepEqual(laid(), ["9S 3D 5C", "5C' 9S'"]);
});

test("the second copy leaves, and the first stays where it was moved", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.putAside(["5C", "9S"]);
  hand.exchangeNames("5C");
  hand.meetHand("two/1/1/1", ["3D", "5C", "9S", "9S'"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "9S"]);
});

test("a card is moved next to its own copy", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.layBeside("5C'", "5C", false);
  assert.deepEqual(laid(), ["3D 5C' 5C 9S 9S'"]);
  assert.equal(hand.layOneOn("5C'", 1), true);
  assert.deepEqual(laid(), ["3D 5C 5C' 9S 9S'"]);
});
