// Manual seating of a round: players swap places by dragging, by two clicks or by keyboard.
// Without this script the plain fields are shown. The server sends the balance after each change.

import {
  ensureFreePlace,
  findNeighbour,
  form,
  getLabel,
  getName,
  getValues,
  isSittingOut,
  places,
  setValues,
  showNames,
  swapPlayers,
} from "./seating-places.js";

// Fingers tremble: a move of fewer pixels is no drag.
const DRAG_THRESHOLD = 8;

const status = document.querySelector("#hand-says");
const balance = document.querySelector("#hand-even");
const undoButton = form.querySelector("[data-undo]");
const resetButton = form.querySelector("[data-reset]");

const undoStack = [];
let pickedUp = null;
let drag = null;
let ignoresClick = false;
let pendingRequest = null;

/** Announce a sentence to screen readers, with names in place of %placeholders%. */
function announce(text, names = {}) {
  const message = text.replace(/%(\w+)%/g, (_all, name) => names[name] ?? "");
  // Screen readers would not announce an unchanged text again.
  status.textContent = status.textContent === message ? `${message}\u00a0` : message;
}

const findPlace = (element) => places.find(({ item }) => item.contains(element)) ?? null;
const getPressedPlace = (event) =>
  event.target.closest(".seating-chip") ? findPlace(event.target) : null;

/** Move the focus to a place, the only one in the tab order. */
function focusPlace(place) {
  for (const each of places) each.button.tabIndex = each === place ? 0 : -1;
  place.button.focus();
}

// --- Picking up by click or key

/** Pick up the player in this place, if there is one. */
function pickUp(place) {
  // A bot or a free place can't be picked up.
  if (!place.field.value) return;
  pickedUp = place;
  place.item.classList.add("is-picked-up");
  place.button.setAttribute("aria-pressed", "true");
  form.classList.add("is-placing");
  announce(form.dataset.pickedUpMessage, { name: getName(place), place: getLabel(place) });
}

/** Put down the player who was picked up, without a move. */
function putDown() {
  if (!pickedUp) return;
  pickedUp.item.classList.remove("is-picked-up");
  pickedUp.button.removeAttribute("aria-pressed");
  form.classList.remove("is-placing");
  pickedUp = null;
}

/** Put down the player, announce it, and return the focus. */
function cancelPickUp() {
  const from = pickedUp;
  putDown();
  focusPlace(from);
  announce(form.dataset.dropped, { name: getName(from) });
}

/** Swap the players of two places, and announce it. */
function movePlayer(from, to) {
  if (from === to) {
    announce(form.dataset.dropped, { name: getName(from) });
    return;
  }
  const [name, other, isSwap] = [getName(from), getName(to), to.field.value !== ""];
  undoStack.push(getValues());
  swapPlayers(from, to);
  ensureFreePlace();
  refresh();
  focusPlace(to);
  if (isSwap) announce(form.dataset.swapped, { name, other });
  else announce(form.dataset.moved, { name, place: getLabel(to) });
}

/** Undo the last swap, or all of them. */
function undo(isReset) {
  if (!undoStack.length) return;
  putDown();
  setValues(isReset ? undoStack.splice(0)[0] : undoStack.pop());
  refresh();
  announce(form.dataset.undone);
}

/** Show the current seating, and fetch its balance. */
function refresh() {
  showNames();
  undoButton.disabled = resetButton.disabled = !undoStack.length;
  fetchBalance();
}

/** Fetch the balance of this seating; answers about older arrangements are dropped. */
async function fetchBalance() {
  pendingRequest?.abort();
  pendingRequest = new AbortController();
  try {
    const response = await fetch(form.dataset.balanceUrl, {
      method: "POST",
      body: new FormData(form),
      signal: pendingRequest.signal,
    });
    balance.innerHTML = response.ok ? await response.text() : "";
  } catch (error) {
    // Without an answer the seating can still be saved: the server checks it then.
    if (error.name !== "AbortError") balance.textContent = "";
  }
}

/** Pick up the player of the clicked place, or swap with the one picked up. */
function handleClick(event) {
  const place = getPressedPlace(event);
  if (!place || ignoresClick) return;
  focusPlace(place);
  if (!pickedUp) {
    pickUp(place);
    return;
  }
  const from = pickedUp;
  putDown();
  movePlayer(from, place);
}

/** Handle Escape, undo and arrow keys. */
function handleKey(event) {
  if (event.key === "Escape" && pickedUp) cancelPickUp();
  if (!event.target.matches(".seating-chip")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") {
    event.preventDefault();
    undo(false);
  }
  if (event.key.startsWith("Arrow")) moveFocus(event);
}

/** Move the focus in the direction of the arrow key, and announce the place. */
function moveFocus(event) {
  event.preventDefault();
  const next = findNeighbour(findPlace(event.target), event.key);
  if (!next) return;
  focusPlace(next);
  if (!pickedUp) return;
  const isFree = !next.field.value && isSittingOut(next);
  const text = isFree ? form.dataset.emptyTargetMessage : form.dataset.targetMessage;
  announce(text, { place: getLabel(next), name: getName(next) });
}

// --- Dragging

/** Remember a press on a player, which may become a drag. */
function startPress(event) {
  ignoresClick = false;
  const place = getPressedPlace(event);
  if (!place?.field.value || drag || event.button !== 0 || !event.isPrimary) return;
  drag = { place, x: event.clientX, y: event.clientY, isStarted: false, target: null };
}

/** Drag the player, once the pointer has moved far enough. */
function handleMove(event) {
  if (!drag || !event.isPrimary) return;
  const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isStarted && Math.hypot(across, down) < DRAG_THRESHOLD) return;
  if (!drag.isStarted) {
    putDown();
    drag.isStarted = true;
    drag.place.item.classList.add("is-dragged");
  }
  drag.place.button.style.setProperty("--drag-x", `${across}px`);
  drag.place.button.style.setProperty("--drag-y", `${down}px`);
  setTarget(findPlace(document.elementFromPoint(event.clientX, event.clientY)));
}

/** Mark the place under the dragged player. */
function setTarget(place) {
  drag.target?.item.classList.remove("is-over");
  drag.target = place === drag.place ? null : place;
  drag.target?.item.classList.add("is-over");
}

/** Swap the dragged player with the one in the target. */
function endDrag() {
  if (!drag) return;
  const { place, target, isStarted } = drag;
  cancelDrag();
  if (!isStarted) return;
  // The release that ends a drag may also cause a click.
  ignoresClick = true;
  setTimeout(() => {
    ignoresClick = false;
  });
  if (target) movePlayer(place, target);
}

/** End the drag without a swap. */
function cancelDrag() {
  if (!drag) return;
  drag.place.item.classList.remove("is-dragged");
  drag.target?.item.classList.remove("is-over");
  for (const name of ["--drag-x", "--drag-y"]) drag.place.button.style.removeProperty(name);
  drag = null;
}

form.addEventListener("click", handleClick);
form.addEventListener("keydown", handleKey);
form.addEventListener("pointerdown", startPress);
document.addEventListener("pointermove", handleMove);
document.addEventListener("pointerup", endDrag);
document.addEventListener("pointercancel", cancelDrag);
document.addEventListener("keydown", (event) => event.key === "Escape" && cancelDrag());
undoButton.addEventListener("click", () => undo(false));
resetButton.addEventListener("click", () => undo(true));

form.querySelector(".seating-tools").hidden = false;
form.classList.add("is-live");
showNames();
places[0].button.tabIndex = 0;
