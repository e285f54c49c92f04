import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { noteShuffle, notedShuffle } from "../../static/js/site/shuffle-notes.js";
import { visit, visitWithoutStorage } from "./storage.js";

let kept;

beforeEach(() => {
  kept = visit();
});

test("the first note of a deal is kept, whatever comes later", () => {
  noteShuffle("one/1/1", "aaa", "mine");
  noteShuffle("one/1/1", "bbb", "theirs");
  assert.deepEqual(notedShuffle("one/1/1"), { deal: "one/1/1", commitment: "aaa", word: "mine" });
});

test("the oldest notes are dropped after three hundred", () => {
  for (let deal = 0; deal <= 300; deal += 1) noteShuffle(`one/1/${deal}`, "aaa", "");
  assert.equal(notedShuffle("one/1/0"), undefined);
  assert.equal(notedShuffle("one/1/1").commitment, "aaa");
  assert.equal(notedShuffle("one/1/300").commitment, "aaa");
});

test("a value stored by other code is not a note", () => {
  kept.local.setItem("shuffle-notes", '{"deal":"one/1/1"}');
  assert.equal(notedShuffle("one/1/1"), undefined);
  kept.local.setItem("shuffle-notes", "not JSON");
  assert.equal(notedShuffle("one/1/1"), undefined);
});

test("without storage no note is kept, and nothing breaks", () => {
  visitWithoutStorage();
  noteShuffle("one/1/1", "aaa", "");
  assert.equal(notedShuffle("one/1/1"), undefined);
});
