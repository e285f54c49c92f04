// The username suggested in place of one with spaces.

import assert from "node:assert/strict";
import test from "node:test";

import { suggestUsername } from "../../static/js/accounts/signup.js";

for (const [name, instead] of [
  ["Ann Chan", "ann.chan"],
  ["  Ann   van  Dyk ", "ann.van.dyk"],
  ["O'Neil Jr!", "oneil.jr"],
  ["李 小龍", "李.小龍"],
  ["! ?", ""],
]) {
  test(`"${name}" could be "${instead}"`, () => assert.equal(suggestUsername(name), instead));
}
