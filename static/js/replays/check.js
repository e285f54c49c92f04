// The shuffle check in the browser, independent of the server. Downloaded files can be checked too;
// they don't leave the browser.

import { canCheck, check } from "./shuffle.js";
import { notedShuffle } from "../site/shuffle-notes.js";

const own = document.getElementById("own-check");
const file = document.getElementById("file-check");

function mark(place, holds) {
  place.dataset.holds = String(holds);
  place.textContent = holds ? own.dataset.holds : own.dataset.fails;
}

/** Compare with the fingerprint and the word that this browser saved before the deal. */
function compareNote({ shuffle, pack_source: source }) {
  // A redeal keeps secret and words; the attempt comes last in the name.
  const isShared = source === "shared";
  const name = isShared ? shuffle.deal : shuffle.deal.split("/").slice(0, -1).join("/");
  const noted = notedShuffle(name);
  if (!noted) return;
  const said = document.getElementById("note-check");
  const isSame = noted.commitment === shuffle.commitment;
  const isUsed = Object.values(shuffle.words).includes(noted.word);
  const { same, other, unused, alike } = said.dataset;
  // A shared pack has no words.
  const agreed = isShared ? alike : isUsed ? same : unused;
  said.textContent = isSame ? agreed : other;
  if (!isSame || isShared || isUsed) said.dataset.verdict = String(isSame);
  said.hidden = false;
}

async function checkThisDeal() {
  const deal = JSON.parse(document.getElementById("deal-data").textContent);
  compareNote(deal);
  const found = await check(deal);
  for (const place of document.querySelectorAll("[data-own]"))
    mark(place, found[place.dataset.own]);
  const holds = Object.values(found).every(Boolean);
  own.textContent = holds ? own.dataset.allHold : own.dataset.someFail;
  own.dataset.verdict = String(holds);
}

async function checkFile(chosen) {
  const said = document.getElementById("file-said");
  delete said.dataset.verdict;
  for (const sentence of file.querySelectorAll("li")) sentence.hidden = true;
  let found;
  try {
    found = await check(JSON.parse(await chosen.text()));
  } catch {
    // Something is missing, so it is no download of ours.
    said.textContent = said.dataset.unreadable;
    return;
  }
  const holds = Object.values(found).every(Boolean);
  said.textContent = holds ? said.dataset.holds : said.dataset.fails;
  said.dataset.verdict = String(holds);
  for (const sentence of file.querySelectorAll("li"))
    sentence.hidden = found[sentence.dataset.fails];
}

if (canCheck) {
  file.hidden = false;
  const input = file.querySelector("input");
  // Let the user choose the same file again after changing it.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", () => input.files.length && checkFile(input.files[0]));
  if (document.getElementById("deal-data")) {
    checkThisDeal().catch(() => {
      own.textContent = own.dataset.someFail;
      own.dataset.verdict = "false";
    });
  }
} else {
  own.textContent = own.dataset.cannot;
}
