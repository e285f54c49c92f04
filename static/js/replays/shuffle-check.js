// The shuffle check in the browser, independent of the server. Downloaded files can be checked too;
// they don't leave the browser.

import { canCheck, checkDeal } from "./shuffle.js";
import { findShuffleNote } from "../site/shuffle-notes.js";

const dealStatus = document.getElementById("own-check");
const fileSection = document.getElementById("file-check");

/** Show whether one of the checks holds. */
function showResult(element, holds) {
  element.dataset.holds = String(holds);
  element.textContent = holds ? dealStatus.dataset.passed : dealStatus.dataset.failed;
}

/** Compare with the commitment and the word that this browser saved before the deal. */
function compareNote({ shuffle, pack_source: source }) {
  // A redeal keeps secret and words; the attempt comes last in the name.
  const isShared = source === "shared";
  const name = isShared ? shuffle.deal : shuffle.deal.split("/").slice(0, -1).join("/");
  const saved = findShuffleNote(name);
  if (!saved) return;
  const status = document.getElementById("note-check");
  const isSame = saved.commitment === shuffle.commitment;
  const isUsed = Object.values(shuffle.words).includes(saved.word);
  const { same, other, unused, alike } = status.dataset;
  // A shared pack has no words.
  const matchText = isShared ? alike : isUsed ? same : unused;
  status.textContent = isSame ? matchText : other;
  if (!isSame || isShared || isUsed) status.dataset.verdict = String(isSame);
  status.hidden = false;
}

/** Check the deal of this page and show the results. */
async function checkThisDeal() {
  const deal = JSON.parse(document.getElementById("deal-data").textContent);
  compareNote(deal);
  const results = await checkDeal(deal);
  for (const element of document.querySelectorAll("td[data-check]"))
    showResult(element, results[element.dataset.check]);
  const holds = Object.values(results).every(Boolean);
  dealStatus.textContent = holds ? dealStatus.dataset.allHold : dealStatus.dataset.someFail;
  dealStatus.dataset.verdict = String(holds);
}

/** Check a downloaded file and show the results. */
async function checkFile(chosenFile) {
  const status = document.getElementById("file-said");
  delete status.dataset.verdict;
  for (const sentence of fileSection.querySelectorAll("li")) sentence.hidden = true;
  let results;
  try {
    results = await checkDeal(JSON.parse(await chosenFile.text()));
  } catch {
    // Something is missing, so it is no download of ours.
    status.textContent = status.dataset.unreadable;
    return;
  }
  const holds = Object.values(results).every(Boolean);
  status.textContent = holds ? status.dataset.passed : status.dataset.failed;
  status.dataset.verdict = String(holds);
  for (const sentence of fileSection.querySelectorAll("li"))
    sentence.hidden = results[sentence.dataset.check];
}

if (canCheck) {
  fileSection.hidden = false;
  const input = fileSection.querySelector("input");
  // Let the user choose the same file again after changing it.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", () => input.files.length && checkFile(input.files[0]));
  if (document.getElementById("deal-data")) {
    checkThisDeal().catch(() => {
      dealStatus.textContent = dealStatus.dataset.someFail;
      dealStatus.dataset.verdict = "false";
    });
  }
} else {
  dealStatus.textContent = dealStatus.dataset.cannot;
}
