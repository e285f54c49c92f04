// The places of a seating, each with its field and its player.

export const form = document.querySelector("#hand");
const outList = form.querySelector("[data-out]");

/** Return a place on the page: its list item, field and button. */
function placeOf(item) {
  const field = item.querySelector("select, input");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "hand-chip";
  button.tabIndex = -1;
  field.hidden = true;
  item.append(button);
  return { item, field, button };
}

export const places = Array.from(form.querySelectorAll("[data-place]"), placeOf);

export const isOut = (place) => "isOut" in place.item.dataset;
export const labelOf = (place) => place.item.dataset.place;

/** Return the name of the player in a place, without the number of the entry. */
export function nameOf({ item, field }) {
  if (!field.value) return isOut({ item }) ? form.dataset.nobody : form.dataset.bot;
  const text = field.selectedOptions ? field.selectedOptions[0].text : field.value;
  return text.replace(/^\d+ · /, "");
}

export function show() {
  for (const place of places) {
    const name = nameOf(place);
    place.button.textContent = name;
    place.button.setAttribute("aria-label", `${labelOf(place)}: ${name}`);
    place.item.classList.toggle("is-empty", !place.field.value);
  }
}

export const values = () => places.map(({ field }) => field.value);

export function restore(kept) {
  for (const [index, place] of places.entries()) place.field.value = kept[index] ?? "";
}

export function swap(one, other) {
  [one.field.value, other.field.value] = [other.field.value, one.field.value];
}

/** Keep one free place to sit out, so that any player can be moved there. */
export function keepOneFree() {
  const outs = places.filter(isOut);
  if (outs.some(({ field }) => !field.value)) return;
  const item = outs.at(-1).item.cloneNode(true);
  item.querySelector("button").remove();
  item.dataset.place = form.dataset.outPlace.replace("%number%", outs.length + 1);
  const field = item.querySelector("select, input");
  field.id = field.name = `out-${outs.length}`;
  field.value = "";
  const label = item.querySelector("label");
  label.htmlFor = field.id;
  label.textContent = item.dataset.place;
  outList.append(item);
  places.push(placeOf(item));
}

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre({ item }) {
  const { left, top, width, height } = item.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Return the nearest place in the direction of an arrow key, by the layout of the page. */
export function neighbour(place, key) {
  const [across, down] = DIRECTIONS[key];
  const [x, y] = centre(place);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of places) {
    const [atX, atY] = centre(each);
    const ahead = (atX - x) * across + (atY - y) * down;
    const aside = Math.abs((atX - x) * down) + Math.abs((atY - y) * across);
    // A place straight ahead is preferred to a nearer one to the side.
    const cost = ahead + 3 * aside;
    if (each !== place && ahead > 1 && cost < least) [best, least] = [each, cost];
  }
  return best;
}
