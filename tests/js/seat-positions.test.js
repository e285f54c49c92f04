import assert from "node:assert/strict";
import { test } from "node:test";
import { getPosition, getRow, getRowLength } from "../../static/js/table/seat-positions.js";

const seen = (own, players) =>
  Array.from({ length: players }, (_, seat) => getPosition(seat, own, players)).join(" ");

test("from seat 0, the next seats follow anticlockwise", () => {
  assert.equal(seen(0, 2), "own top");
  assert.equal(seen(0, 3), "own right left");
  assert.equal(seen(0, 4), "own right top left");
});

test("another seat sees the same circle from its own side", () => {
  assert.equal(seen(1, 2), "top own");
  assert.equal(seen(1, 3), "left own right");
  assert.equal(seen(2, 3), "right left own");
  assert.equal(seen(1, 4), "left own right top");
  assert.equal(seen(3, 4), "right top left own");
});

test("up to eight players have places, all of them different", () => {
  for (let players = 2; players <= 8; players += 1) {
    const places = seen(0, players).split(" ");
    assert.equal(new Set(places).size, players);
    assert.equal(places[0], "own");
    assert.equal(seen(1, players).split(" ")[1], "own");
  }
});

test("rows of other players read from left to right", () => {
  const rows = (own, players) =>
    Array.from({ length: players }, (_, seat) => getRow(seat, own, players)).map(
      (row) => row && `${row.line}.${row.column}`,
    );
  assert.deepEqual(rows(0, 2), [null, "1.1"]);
  assert.deepEqual(rows(0, 4), [null, "1.3", "1.2", "1.1"]);
  assert.deepEqual(rows(2, 4), ["1.2", "1.1", null, "1.3"]);
  assert.equal(getRowLength(5), 4);
  assert.equal(getRowLength(8), 4);
  assert.deepEqual(rows(0, 7), [null, "2.3", "2.2", "2.1", "1.3", "1.2", "1.1"]);
});
