// A player's word for the packs of a round. The browser draws it, so that the server can't know it
// in advance, and saves it with the shown commitment (SHA-256). The shuffle check compares the two.

import { findShuffleNote, saveShuffleNote } from "../site/shuffle-notes.js";

const BYTES = 16;

/** Return a random word of 32 hexadecimal digits. */
const drawWord = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Suggest a random word, and save the word that is sent with its commitment. */
function watchForm(section) {
  const form = section.querySelector("form");
  const { note, commitment } = section.dataset;
  if (!form) return;
  const input = form.querySelector("#word");
  if (form.dataset.hasWord === "false" && !input.hasAttribute("aria-invalid")) {
    input.value = drawWord();
  }
  // The first commitment shown is the one to save; the word may still change.
  form.addEventListener("submit", () => saveShuffleNote(note, commitment, input.value.trim()));
}

/** Show whether the commitment is the one that this browser saved. */
function compareNote(element) {
  const { note, commitment, same, other } = element.dataset;
  const saved = findShuffleNote(note);
  if (!saved) return;
  const isSame = saved.commitment === commitment;
  element.textContent = isSame ? same : other;
  element.dataset.verdict = String(isSame);
  element.hidden = false;
}

document.querySelectorAll(".event-words").forEach(watchForm);
document.querySelectorAll("#packs-noted").forEach(compareNote);
