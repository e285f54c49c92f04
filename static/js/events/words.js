// The word that somebody adds to the packs of a round. This browser draws it, so that the club does
// not know it before, and notes it with the SHA-256 that was shown; the page of the packs compares.

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
  // What was shown first is what counts; the word may still be changed.
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
