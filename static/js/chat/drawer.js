// Opens and closes the chat: a tab beside the table, or a drawer on small screens.

import { watchOutsidePress } from "../site/outside-press.js";
import { moveFocus } from "../table/hand.js";
import { isDialogOpen, table } from "../table/page.js";
import { chat, input, isOpen, log, panel, toggle } from "./elements.js";
import { scrollToEnd } from "./patch.js";
import { refreshUnread } from "./unread.js";

const tabs = [document.getElementById("log-tab"), document.getElementById("chat-tab")];
const drawerQuery = window.matchMedia("(max-width: 68.74rem), (max-height: 46.24rem)");

// What had the focus when a key opened the chat; null if a button did.
let focusedBefore = null;

/** Open or close the chat, and update tabs and unread counts. */
function setOpen(open) {
  if (open === isOpen()) return;
  table.dataset.chat = open ? "open" : "";
  toggle.setAttribute("aria-expanded", String(open));
  for (const tab of tabs) {
    const isChosen = (tab.id === "chat-tab") === open;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  if (open) scrollToEnd();
  else focusedBefore = null;
  refreshUnread();
}

/** Open the drawer and move the focus into it. */
function openDrawer() {
  setOpen(true);
  panel.querySelector(".chat-close").focus();
}

/** Close the drawer and return the focus to its button or, if a key opened it, to where it was. */
function closeDrawer() {
  const returnTo = focusedBefore;
  setOpen(false);
  if (returnTo) focusAgain(returnTo);
  else toggle.focus();
}

/** Focus what had the focus before or, if that was a card or nothing, the hand. */
function focusAgain(element) {
  const isKept = element !== document.body && !element.matches("#main, #hand .card");
  if (isKept && element.isConnected) element.focus({ preventScroll: true });
  else if (!moveFocus(0)) toggle.focus();
}

/** Open the chat and focus the input, or the log for viewers who can't write. */
export function focusChat() {
  if (!isOpen()) focusedBefore = document.activeElement;
  setOpen(true);
  const mayWrite = chat.dataset.mayWrite === "true";
  (mayWrite ? input : log).focus();
}

/** Switch between log and chat by arrow keys, Home and End. */
function chooseTab(event) {
  if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  setOpen(event.key === "End" || (event.key !== "Home" && !isOpen()));
  tabs[isOpen() ? 1 : 0].focus();
}

/** Move the focus to the hand or, without one, to the chat's tab. */
function focusTable() {
  moveFocus(0);
  if (panel.contains(document.activeElement)) tabs[1].focus();
}

/** Close the drawer, or leave the chat beside the table, on Escape. */
function closeByEscape(event) {
  if (event.key !== "Escape" || isDialogOpen() || !isOpen()) return;
  if (drawerQuery.matches) closeDrawer();
  else if (panel.contains(document.activeElement)) focusTable();
}

/** Return the drawer if it is open over the table. */
const listOpen = () =>
  drawerQuery.matches && isOpen() ? [{ parts: [panel, toggle], close: () => setOpen(false) }] : [];

/** Listen for clicks and keys that open, close or leave the chat. */
export function watchDrawer() {
  toggle.addEventListener("click", () => (isOpen() ? closeDrawer() : openDrawer()));
  tabs[0].addEventListener("click", () => setOpen(false));
  tabs[1].addEventListener("click", () => setOpen(true));
  tabs[0].parentElement.addEventListener("keydown", chooseTab);
  panel.addEventListener("click", (event) => {
    if (drawerQuery.matches && event.target.closest("[data-chat-close]")) closeDrawer();
  });
  watchOutsidePress(listOpen);
  document.addEventListener("keydown", closeByEscape);
  // Nothing is in the log before the game.
  if (!drawerQuery.matches && table.dataset.phase === "waiting") setOpen(true);
  // A narrower window must not suddenly show the drawer over the table.
  drawerQuery.addEventListener("change", () => setOpen(false));
}
