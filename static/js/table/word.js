// Everybody at the table adds a word to the shuffle of the coming deal. The club has fixed its own
// secret before, and shows the commitment to it; so neither the club nor any player alone decides
// how the cards fall. This browser draws the player's word, and notes it with the commitment.

import { noteShuffle, notedShuffle } from "../site/shuffle-notes.js";
import { send } from "./connection.js";
import { table } from "./page.js";

const BYTES = 16;
// After a session there is a commitment once somebody has asked for another one.
const OPEN_PHASES = ["waiting", "between", "finished"];

let addedTo = "";

const drawWord = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Add a word once to each shuffle that is still open; the club keeps the first of each player. */
export function addWord() {
  const { commitment, shuffle } = document.getElementById("shuffle").dataset;
  const { phase, seat } = table.dataset;
  if (!commitment || commitment === addedTo || seat === "" || !OPEN_PHASES.includes(phase)) return;
  // After a reload it is the same word again: the first may not have arrived.
  const noted = notedShuffle(shuffle);
  const word = noted?.commitment === commitment ? noted.word : drawWord();
  if (!send({ do: "word", word, commitment })) return;
  addedTo = commitment;
  noteShuffle(shuffle, commitment, word);
}
