import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { loaded } from "./storage.js";

const NAMES = { "3D": "three of diamonds", KS: "king of spades", "2H": "two of hearts" };

let arrivals;
const look = (deal, ...codes) =>
  arrivals.noteArrivals(
    { deal, got: "You got {cards}." },
    new Map(codes.map((code) => [code, NAMES[code.slice(0, 2)]])),
  );

beforeEach(async () => {
  arrivals = await loaded("table/arrivals.js");
  look("a", "3D");
});

test("the cards dealt first are not marked as new", () => {
  assert.equal(arrivals.takeNews(), "");
  assert.equal(arrivals.isNew("3D"), false);
});

test("new cards are marked, and announced once", () => {
  look("a", "3D", "KS", "2H");
  assert.equal(arrivals.isNew("KS"), true);
  assert.equal(arrivals.isNew("3D"), false);
  assert.equal(arrivals.takeNews(), "You got king of spades, two of hearts.");
  assert.equal(arrivals.takeNews(), "");
});

test("the next move ends the marks, and so does the next deal", () => {
  look("a", "3D", "KS");
  arrivals.forgetArrivals();
  assert.equal(arrivals.isNew("KS"), false);
  look("a", "3D", "KS", "2H");
  look("b", "2H", "KS");
  assert.equal(arrivals.isNew("2H"), false);
});

test("a second copy of a card in the hand is new, even if the copies change names", () => {
  look("a", "3D", "3D'");
  assert.equal(arrivals.takeNews(), "You got three of diamonds.");
  assert.deepEqual([arrivals.isNew("3D"), arrivals.isNew("3D'")], [false, true]);
  arrivals.exchangeArrivals("3D", "3D'");
  assert.deepEqual([arrivals.isNew("3D"), arrivals.isNew("3D'")], [true, false]);
  arrivals.exchangeArrivals("3D", "3D'");
  assert.deepEqual([arrivals.isNew("3D"), arrivals.isNew("3D'")], [false, true]);
  look("a", "3D", "3D'", "KS", "KS'");
  arrivals.exchangeArrivals("KS", "KS'");
  assert.deepEqual([arrivals.isNew("KS"), arrivals.isNew("KS'")], [true, true]);
});
