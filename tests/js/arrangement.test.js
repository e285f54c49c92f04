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

test("a hand is sorted by rank until its player wants it otherwise", () => {
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.nextOrder(), "suit");
  hand.sortNext();
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("cards put aside stand behind the rest, and go back among it", () => {
  hand.putAside(["5C", "5H"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
  hand.takeBack(hand.groupOf(["5H", "5C"]));
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
});

test("a card is in one group: who puts it aside anew takes it from the other", () => {
  hand.putAside(["5C", "5H"]);
  hand.putAside(["5H", "KD"]);
  assert.deepEqual(laid(), ["3D 9S", "5C", "5H KD"]);
});

test("some cards of a group are not the group", () => {
  hand.putAside(["5C", "5H", "KD"]);
  assert.equal(hand.groupOf(["5C", "5H"]), undefined);
  assert.equal(hand.groupOf(["5C", "5H", "KD", "3D"]), undefined);
});

test("played cards leave their group, and an empty group is none", () => {
  hand.putAside(["5C", "5H"]);
  hand.meetHand(DEAL, ["3D", "5H", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD", "5H"]);
  hand.meetHand(DEAL, ["3D", "9S", "KD"]);
  assert.deepEqual(laid(), ["3D 9S KD"]);
});

test("a card that was laid elsewhere stays there, and the sort brings that back", () => {
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

test("laid step by step, a card goes over the gap into the group beyond, and no further", () => {
  hand.putAside(["5C", "5H"]);
  assert.equal(hand.layOneOn("KD", 1), true);
  assert.deepEqual(laid(), ["3D 9S", "KD 5C 5H"]);
  assert.equal(hand.layOneOn("3D", -1), false);
  assert.equal(hand.layOneOn("KD", -1), true);
  assert.deepEqual(laid(), ["3D 9S KD", "5C 5H"]);
});

test("a move that is taken back leaves no trace", () => {
  const copy = hand.copyLayout();
  hand.layBeside("KD", "3D", false);
  hand.putAside(["5C", "5H"]);
  hand.restoreLayout(copy);
  assert.deepEqual(laid(), ["3D 5C 5H 9S KD"]);
  assert.equal(hand.nextOrder(), "suit");
});

test("a page that is loaded again knows the layout; the next deal knows the sort alone", async () => {
  hand.sortNext();
  hand.putAside(["5C", "5H"]);
  visit(kept);
  hand = await loaded(path);
  hand.meetHand(DEAL, HAND);
  assert.deepEqual(laid(), ["3D KD 9S", "5C 5H"]);
  hand.meetHand("one/1/2/1", HAND);
  assert.deepEqual(laid(), ["3D KD 5C 5H 9S"]);
});

test("a browser that may not remember lays out hands all the same", async () => {
  visitWithoutStorage();
  hand = await loaded(path);
  hand.meetHand(DEAL, HAND);
  hand.putAside(["KD"]);
  assert.deepEqual(laid(), ["3D 5C 5H 9S", "KD"]);
});

// --- Two packs: a second copy's name ends with a sign

const TWICE = ["3D", "5C", "5C'", "9S", "9S'"];

test("one of two equal cards is put aside, and the other stays", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.putAside(["5C'", "9S"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "5C' 9S"]);
  assert.equal(hand.groupOf(["5C", "9S"]), undefined);
});

test("copies that change names stay where they lie: aside, by hand, and after a reload", async () => {
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

test("the second copy leaves, and the first stays where it was laid", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.putAside(["5C", "9S"]);
  hand.exchangeNames("5C");
  hand.meetHand("two/1/1/1", ["3D", "5C", "9S", "9S'"]);
  assert.deepEqual(laid(), ["3D 5C 9S'", "9S"]);
});

test("a card is laid beside its own copy", () => {
  hand.meetHand("two/1/1/1", TWICE);
  hand.layBeside("5C'", "5C", false);
  assert.deepEqual(laid(), ["3D 5C' 5C 9S 9S'"]);
  assert.equal(hand.layOneOn("5C'", 1), true);
  assert.deepEqual(laid(), ["3D 5C 5C' 9S 9S'"]);
});
