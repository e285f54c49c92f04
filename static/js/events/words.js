// A player's word for the packs of a round. The browser draws it, so that the server can't know it
// in advance, and saves it with the shown commitment (SHA-256). The shuffle check compares the two.

import { noteShuffle, notedShuffle } from "../site/shuffle-notes.js";

const BYTES = 16;

const drawWord = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

function offer(section) {
  const form = section.querySelector("form");
  const { note, commitment } = section.dataset;
  if (!form) return;
  const input = form.querySelector("#word");
  if (form.dataset.hasWord === "false" && !input.hasAttribute("aria-invalid")) {
    input.value = drawWord();
  }
  // The first commitment shown is the one to save; the word may still change.
  form.addEventListener("submit", () => noteShuffle(note, commitment, input.value.trim()));
}

function compare(place) {
  const { note, commitment, same, other } = place.dataset;
  const noted = notedShuffle(note);
  if (!noted) return;
  const isSame = noted.commitment === commitment;
  place.textContent = isSame ? same : other;
  place.dataset.verdict = String(isSame);
  place.hidden = false;
}

document.querySelectorAll(".event-words").forEach(offer);
document.querySelectorAll("#packs-noted").forEach(compare);
