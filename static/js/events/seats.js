// Manual seating of a round: players swap places by dragging, by two clicks or by keyboard.
// Without this script the plain fields are shown. The server sends the balance after each change.

import {
  form,
  isOut,
  keepOneFree,
  labelOf,
  nameOf,
  neighbour,
  places,
  restore,
  show,
  swap,
  values,
} from "./places.js";

// Fingers tremble: a move of fewer pixels is no drag.
const FIRM = 8;

const status = document.querySelector("#hand-says");
const even = document.querySelector("#hand-even");
const undoButton = form.querySelector("[data-undo]");
const resetButton = form.querySelector("[data-reset]");

const steps = [];
let held = null;
let drag = null;
let isClickLeft = false;
let asked = null;

function say(words, names = {}) {
  const text = words.replace(/%(\w+)%/g, (_all, name) => names[name] ?? "");
  // Screen readers would not announce an unchanged text again.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

const placeFor = (element) => places.find(({ item }) => item.contains(element)) ?? null;
const placeUnder = (event) => (event.target.closest(".hand-chip") ? placeFor(event.target) : null);

function focus(place) {
  for (const each of places) each.button.tabIndex = each === place ? 0 : -1;
  place.button.focus();
}

// --- Picking up by click or key

function pickUp(place) {
  // A bot or a free place can't be picked up.
  if (!place.field.value) return;
  held = place;
  place.item.classList.add("is-held");
  place.button.setAttribute("aria-pressed", "true");
  form.classList.add("is-holding");
  say(form.dataset.held, { name: nameOf(place), place: labelOf(place) });
}

function letGo() {
  if (!held) return;
  held.item.classList.remove("is-held");
  held.button.removeAttribute("aria-pressed");
  form.classList.remove("is-holding");
  held = null;
}

function leave() {
  const from = held;
  letGo();
  focus(from);
  say(form.dataset.dropped, { name: nameOf(from) });
}

function change(from, to) {
  if (from === to) {
    say(form.dataset.dropped, { name: nameOf(from) });
    return;
  }
  const [name, other, isPerson] = [nameOf(from), nameOf(to), to.field.value !== ""];
  steps.push(values());
  swap(from, to);
  keepOneFree();
  refresh();
  focus(to);
  if (isPerson) say(form.dataset.swapped, { name, other });
  else say(form.dataset.moved, { name, place: labelOf(to) });
}

function undo(everything) {
  if (!steps.length) return;
  letGo();
  restore(everything ? steps.splice(0)[0] : steps.pop());
  refresh();
  say(form.dataset.undone);
}

function refresh() {
  show();
  undoButton.disabled = resetButton.disabled = !steps.length;
  look();
}

/** Fetch the balance of this seating; answers about older arrangements are dropped. */
async function look() {
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(form.dataset.look, {
      method: "POST",
      body: new FormData(form),
      signal: asked.signal,
    });
    even.innerHTML = answer.ok ? await answer.text() : "";
  } catch (error) {
    // Without an answer the seating can still be saved: the server checks it then.
    if (error.name !== "AbortError") even.textContent = "";
  }
}

function clicked(event) {
  const place = placeUnder(event);
  if (!place || isClickLeft) return;
  focus(place);
  if (!held) {
    pickUp(place);
    return;
  }
  const from = held;
  letGo();
  change(from, place);
}

function pressedKey(event) {
  if (event.key === "Escape" && held) leave();
  if (!event.target.matches(".hand-chip")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") {
    event.preventDefault();
    undo(false);
  }
  if (event.key.startsWith("Arrow")) go(event);
}

function go(event) {
  event.preventDefault();
  const next = neighbour(placeFor(event.target), event.key);
  if (!next) return;
  focus(next);
  if (!held) return;
  const isFree = !next.field.value && isOut(next);
  const words = isFree ? form.dataset.overNobody : form.dataset.over;
  say(words, { place: labelOf(next), name: nameOf(next) });
}

// --- Dragging

function press(event) {
  isClickLeft = false;
  const place = placeUnder(event);
  if (!place?.field.value || drag || event.button !== 0 || !event.isPrimary) return;
  drag = { place, x: event.clientX, y: event.clientY, isFirm: false, over: null };
}

function move(event) {
  if (!drag || !event.isPrimary) return;
  const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isFirm && Math.hypot(across, down) < FIRM) return;
  if (!drag.isFirm) {
    letGo();
    drag.isFirm = true;
    drag.place.item.classList.add("is-dragged");
  }
  drag.place.button.style.setProperty("--drag-x", `${across}px`);
  drag.place.button.style.setProperty("--drag-y", `${down}px`);
  over(placeFor(document.elementFromPoint(event.clientX, event.clientY)));
}

function over(place) {
  drag.over?.item.classList.remove("is-over");
  drag.over = place === drag.place ? null : place;
  drag.over?.item.classList.add("is-over");
}

function drop() {
  if (!drag) return;
  const { place, over: target, isFirm } = drag;
  giveUp();
  if (!isFirm) return;
  // The release that ends a drag may also cause a click.
  isClickLeft = true;
  setTimeout(() => {
    isClickLeft = false;
  });
  if (target) change(place, target);
}

function giveUp() {
  if (!drag) return;
  drag.place.item.classList.remove("is-dragged");
  drag.over?.item.classList.remove("is-over");
  for (const name of ["--drag-x", "--drag-y"]) drag.place.button.style.removeProperty(name);
  drag = null;
}

form.addEventListener("click", clicked);
form.addEventListener("keydown", pressedKey);
form.addEventListener("pointerdown", press);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", giveUp);
document.addEventListener("keydown", (event) => event.key === "Escape" && giveUp());
undoButton.addEventListener("click", () => undo(false));
resetButton.addEventListener("click", () => undo(true));

form.querySelector(".hand-tools").hidden = false;
form.classList.add("is-live");
show();
places[0].button.tabIndex = 0;
