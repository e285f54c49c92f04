// The places of a seating, each with its field and its player.

import { labelled } from "../site/wording.js";

export const form = document.querySelector("#hand");
const sittingOutList = form.querySelector("[data-sitting-out]");

/** Return a place on the page: its list item, field and button. */
function createPlace(item) {
  const field = item.querySelector("select, input");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "seating-chip";
  button.tabIndex = -1;
  field.hidden = true;
  item.append(button);
  return { item, field, button };
}

export const places = Array.from(form.querySelectorAll("[data-label]"), createPlace);

/** Return whether this place is one to sit out. */
export const isSittingOut = (place) => "isOut" in place.item.dataset;

/** Return the label of a place. */
export const getLabel = (place) => place.item.dataset.label;

/** Return the name of the player in a place, without the number of the entry. */
export function getName({ item, field }) {
  if (!field.value) return isSittingOut({ item }) ? form.dataset.emptyLabel : form.dataset.bot;
  const text = field.selectedOptions ? field.selectedOptions[0].text : field.value;
  return text.replace(/^\d+ · /, "");
}

/** Show the players' names in all places. */
export function showNames() {
  for (const place of places) {
    const name = getName(place);
    place.button.textContent = name;
    place.button.setAttribute("aria-label", labelled(getLabel(place), name));
    place.item.classList.toggle("is-empty", !place.field.value);
  }
}

/** Return the values of all fields, in the order of the places. */
export const getValues = () => places.map(({ field }) => field.value);

/** Set the values of all fields; places without one become free. */
export function setValues(values) {
  for (const [index, place] of places.entries()) place.field.value = values[index] ?? "";
}

/** Swap the players of two places. */
export function swapPlayers(one, other) {
  [one.field.value, other.field.value] = [other.field.value, one.field.value];
}

/** Keep one free place to sit out, so that any player can be moved there. */
export function ensureFreePlace() {
  const sittingOut = places.filter(isSittingOut);
  if (sittingOut.some(({ field }) => !field.value)) return;
  const item = sittingOut.at(-1).item.cloneNode(true);
  item.querySelector("button").remove();
  item.dataset.label = form.dataset.sittingOutLabel.replace("%number%", sittingOut.length + 1);
  const field = item.querySelector("select, input");
  field.id = field.name = `out-${sittingOut.length}`;
  field.value = "";
  const label = item.querySelector("label");
  label.htmlFor = field.id;
  label.textContent = item.dataset.label;
  sittingOutList.append(item);
  places.push(createPlace(item));
}

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the coordinates of a place's centre. */
function getCentre({ item }) {
  const { left, top, width, height } = item.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Return the nearest place in the direction of an arrow key, by the layout of the page. */
export function findNeighbour(place, key) {
  const [across, down] = DIRECTIONS[key];
  const [x, y] = getCentre(place);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of places) {
    const [atX, atY] = getCentre(each);
    const ahead = (atX - x) * across + (atY - y) * down;
    const aside = Math.abs((atX - x) * down) + Math.abs((atY - y) * across);
    // A place straight ahead is preferred to a nearer one to the side.
    const cost = ahead + 3 * aside;
    if (each !== place && ahead > 1 && cost < least) [best, least] = [each, cost];
  }
  return best;
}
