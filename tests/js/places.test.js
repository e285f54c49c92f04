import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "../../static/js/table/places.js";

const seen = (own, players) =>
  Array.from({ length: players }, (_, seat) => placeOf(seat, own, players)).join(" ");

test("from seat 0, the next seats follow anticlockwise", () => {
  assert.equal(seen(0, 2), "own top");
  assert.equal(seen(0, 3), "own right left");
  assert.equal(seen(0, 4), "own right top left");
});

test("who sits elsewhere sees the same ring from there", () => {
  assert.equal(seen(1, 2), "top own");
  assert.equal(seen(1, 3), "left own right");
  assert.equal(seen(2, 3), "right left own");
  assert.equal(seen(1, 4), "left own right top");
  assert.equal(seen(3, 4), "right top left own");
});
