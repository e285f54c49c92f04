// The check of a shuffle, done again here: nobody has to take the club's word for it. A file that
// was downloaded can be looked at, too; it does not leave this browser.

import { canCheck, check } from "./shuffle.js";
import { notedShuffle } from "../site/shuffle-notes.js";

const own = document.getElementById("own-check");
const file = document.getElementById("file-check");

function mark(place, holds) {
  place.dataset.holds = String(holds);
  place.textContent = holds ? own.dataset.holds : own.dataset.fails;
}

/** Compare with what this browser was shown before the deal, and with the word that it added. */
function compareNote({ shuffle, pack_source: source }) {
  // A deal that is dealt anew keeps secret and words; its attempt comes last in the name.
  const isShared = source === "shared";
  const name = isShared ? shuffle.deal : shuffle.deal.split("/").slice(0, -1).join("/");
  const noted = notedShuffle(name);
  if (!noted) return;
  const said = document.getElementById("note-check");
  const isSame = noted.commitment === shuffle.commitment;
  const isUsed = Object.values(shuffle.words).includes(noted.word);
  const { same, other, unused, alike } = said.dataset;
  // Nobody could add a word to a pack for several tables.
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
  let found;
  try {
    found = await check(JSON.parse(await chosen.text()));
  } catch {
    // Whatever is missing in it: this is not what the club gives to download.
    said.textContent = said.dataset.unreadable;
    return;
  }
  const failing = Object.keys(found).filter((name) => !found[name]);
  const sentences = failing.map((name) => file.querySelector(`[data-fails="${name}"]`).textContent);
  said.textContent = [failing.length ? said.dataset.fails : said.dataset.holds, ...sentences].join(
    " ",
  );
  said.dataset.verdict = String(failing.length === 0);
}

if (canCheck) {
  file.hidden = false;
  const input = file.querySelector("input");
  // A file that was changed meanwhile can be chosen again.
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
