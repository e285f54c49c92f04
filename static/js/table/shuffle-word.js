// Adds the player's word to the shuffle of the next deal. The server has fixed its secret before
// and shows its commitment, so neither the server nor any single player controls the shuffle. The
// browser picks a random word and stores it with the commitment.

import { findShuffleNote, saveShuffleNote } from "../site/shuffle-notes.js";
import { send } from "./connection.js";
import { table } from "./page.js";
import { getPhase } from "./pulse.js";

const BYTES = 16;
// After a session there is a commitment only once a player asked for another one.
const OPEN_PHASES = ["waiting", "between", "finished"];

let lastCommitment = "";

/** Return a random word of 32 hexadecimal digits. */
const drawWord = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Add one word to each open shuffle; the server keeps the first of each player. */
export function addWord() {
  const { commitment, shuffle } = document.getElementById("shuffle").dataset;
  const isOpen = table.dataset.seat !== "" && OPEN_PHASES.includes(getPhase());
  if (!commitment || commitment === lastCommitment || !isOpen) return;
  // After a reload send the same word again, because the first may not have arrived.
  const saved = findShuffleNote(shuffle);
  const word = saved?.commitment === commitment ? saved.word : drawWord();
  if (!send({ do: "word", word, commitment })) return;
  lastCommitment = commitment;
  saveShuffleNote(shuffle, commitment, word);
}
