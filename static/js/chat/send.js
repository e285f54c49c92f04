// What is written and pressed in the chat, and the answers to it.

import { send } from "../table/connection.js";
import { page } from "../table/page.js";
import { input, log, note, panel } from "./page.js";
import { showEnd } from "./patch.js";

// If no answer comes by then, what was typed can be sent again.
const ANSWER_WITHIN = 4000;

// What was typed and sent, until its answer.
let pending = null;

/** Send it, or say that there is no connection. */
function trySend(message) {
  const isSent = send(message);
  note.textContent = isSent ? "" : note.dataset.offline;
  return isSent;
}

function submitLine(event) {
  event.preventDefault();
  const text = input.value;
  if (!text.trim() || pending === text) return;
  if (!trySend({ do: "write", text })) return;
  pending = text;
  setTimeout(() => {
    if (pending === text) pending = null;
  }, ANSWER_WITHIN);
  // By a press on the button, too: one goes on writing.
  input.focus();
  showEnd();
}

/** The answer to what was sent; only an accepted line empties the field. */
function takeAnswer() {
  const answer = note.firstElementChild;
  if (!answer) return;
  const isWritten = answer.dataset.outcome === "written";
  if (isWritten && pending !== null && input.value === pending) input.value = "";
  if (isWritten || answer.dataset.outcome === "denied") pending = null;
}

function press(event) {
  const phrase = event.target.closest("[data-phrase]");
  if (phrase) {
    if (trySend({ do: "write", phrase: phrase.dataset.phrase })) showEnd();
    const menu = phrase.closest("details[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    return;
  }
  const choice = event.target.closest("[data-chat-do]");
  if (!choice) return;
  const { chatDo, who } = choice.dataset;
  if (!trySend({ do: chatDo, who, line: choice.closest(".chat-line")?.dataset.line })) return;
  choice.closest("details")?.removeAttribute("open");
  // What was pressed will be gone with its line.
  log.focus({ preventScroll: true });
}

/** A menu that opens at the edge of the list comes into view. */
function showMenu(event) {
  if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
}

export function watchWriting() {
  page.addEventListener(
    "htmx:oobAfterSwap",
    (event) => event.detail.target === note && takeAnswer(),
  );
  document.getElementById("chat-form").addEventListener("submit", submitLine);
  input.addEventListener("input", () => (note.textContent = ""));
  panel.addEventListener("click", press);
  panel.addEventListener("toggle", showMenu, true);
}
