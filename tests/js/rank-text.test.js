import assert from "node:assert/strict";
import { test } from "node:test";
import { removeLastRank } from "../../static/js/events/rank-text.js";

for (const [text, left] of [
  ["", ""],
  ["2", ""],
  ["2 K 10", "2 K"],
  ["2k10", "2 K"],
  ["JQKA", "J Q K"],
  ["2、K", "2"],
  ["２，Ｋ；１０", "2 K"],
  ["J\u3000、Q，", "J"],
  ["2-K/", "2"],
  ["１\u200b0", ""],
  ["101010", "10 10"],
]) {
  test(`the last rank of “${text}” is taken away`, () => assert.equal(removeLastRank(text), left));
}

test("the last character is removed from text that is not a rank", () => {
  assert.equal(removeLastRank("2 K x "), "2 K");
  assert.equal(removeLastRank("2 K"), "2");
  assert.equal(removeLastRank("half a"), "half");
  assert.equal(removeLastRank("K🂡"), "K");
});
