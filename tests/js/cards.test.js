import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compareByRank,
  compareBySuit,
  findNames,
  getCode,
  getOtherCopy,
  getRank,
  getShortName,
  groupBy,
  isSecondCopy,
} from "../../static/js/table/cards.js";

const PACK = [..."3456789TJQKA2"].flatMap((rank) => [..."DCHS"].map((suit) => rank + suit));

test("the lowest card is the three of diamonds, the highest the two of spades", () => {
  const ordered = [...PACK].reverse().sort(compareByRank);
  assert.deepEqual(ordered, PACK);
});

test("by suit, the ranks of one suit lie together, lowest suit first", () => {
  const ordered = [...PACK].sort(compareBySuit);
  assert.equal(
    ordered.map((code) => code[1]).join(""),
    "D".repeat(13) + "C".repeat(13) + "H".repeat(13) + "S".repeat(13),
  );
  assert.equal(
    ordered
      .slice(0, 13)
      .map((code) => code[0])
      .join(""),
    "3456789TJQKA2",
  );
});

test("a card has a short text", () => {
  assert.equal(getShortName("TH"), "10♥");
  assert.equal(getShortName("2S"), "2♠");
});

test("groups keep the order in which their cards were given", () => {
  const groups = groupBy(["9H", "3D", "9C"], getRank);
  assert.deepEqual([...groups.values()], [["9H", "9C"], ["3D"]]);
});

test("two copies of a card have two names, one code and one place in every order", () => {
  assert.equal(getOtherCopy("QH"), "QH'");
  assert.equal(getOtherCopy("QH'"), "QH");
  assert.equal(getCode("QH'"), "QH");
  assert.equal(getCode("QH"), "QH");
  assert.deepEqual([isSecondCopy("QH'"), isSecondCopy("QH")], [true, false]);
  assert.equal(compareByRank("QH", "QH'"), 0);
  assert.equal(compareBySuit("QH'", "QH"), 0);
  assert.equal(getShortName("TH'"), "10♥");
});

test("codes are found in the hand, the second of two copies first", () => {
  const held = ["3D", "3D'", "QH"];
  assert.deepEqual(findNames(["3D"], held), ["3D'"]);
  assert.deepEqual(findNames(["3D", "3D"], held), ["3D'", "3D"]);
  assert.deepEqual(findNames(["QH", "3D"], held), ["QH", "3D'"]);
});

test("cards no longer in the hand are left out", () => {
  assert.deepEqual(findNames(["3D", "3D", "KS"], ["3D"]), ["3D"]);
});
