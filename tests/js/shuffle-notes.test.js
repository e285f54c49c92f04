import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { findShuffleNote, saveShuffleNote } from "../../static/js/site/shuffle-notes.js";
import { visit, visitWithoutStorage } from "./storage.js";

let storage;

beforeEach(() => {
  storage = visit();
});

test("the first note of a deal is kept, whatever comes later", () => {
  saveShuffleNote("one/1/1", "aaa", "mine");
  saveShuffleNote("one/1/1", "bbb", "theirs");
  assert.deepEqual(findShuffleNote("one/1/1"), {
    deal: "one/1/1",
    commitment: "aaa",
    word: "mine",
  });
});

test("the oldest notes are dropped after three hundred", () => {
  for (let deal = 0; deal <= 300; deal += 1) saveShuffleNote(`one/1/${deal}`, "aaa", "");
  assert.equal(findShuffleNote("one/1/0"), undefined);
  assert.equal(findShuffleNote("one/1/1").commitment, "aaa");
  assert.equal(findShuffleNote("one/1/300").commitment, "aaa");
});

test("a value stored by other code is not a note", () => {
  storage.local.setItem("shuffle-notes", '{"deal":"one/1/1"}');
  assert.equal(findShuffleNote("one/1/1"), undefined);
  storage.local.setItem("shuffle-notes", "not JSON");
  assert.equal(findShuffleNote("one/1/1"), undefined);
});

test("without storage no note is kept, and nothing breaks", () => {
  visitWithoutStorage();
  saveShuffleNote("one/1/1", "aaa", "");
  assert.equal(findShuffleNote("one/1/1"), undefined);
});
