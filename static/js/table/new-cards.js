// Cards that were added to the player's hand during a deal: drawn, taken or exchanged. They are
// marked until the player's next move, and announced once to screen readers.

import { listed } from "../site/wording.js";

const newCards = new Set();
let previousHand = { deal: null, codes: [] };
let news = "";

/** Compare the hand with the previous one; `names` maps cards to their spoken names. */
export function detectNewCards({ deal, received }, names) {
  const codes = [...names.keys()];
  const added = codes.filter((code) => !previousHand.codes.includes(code));
  if (previousHand.deal !== deal) {
    clearNewCards();
  } else if (added.length) {
    for (const code of added) newCards.add(code);
    news = received.replace("{cards}", listed(added.map((code) => names.get(code))));
  }
  previousHand = { deal, codes };
}

/** Follow a swap of names between two equal cards. */
export function swapNewCards(name, other) {
  if (newCards.has(name) === newCards.has(other)) return;
  const [from, to] = newCards.has(name) ? [name, other] : [other, name];
  newCards.delete(from);
  newCards.add(to);
}

/** Return whether a card is marked as new. */
export const isNewCard = (code) => newCards.has(code);

/** Remove all marks. */
export function clearNewCards() {
  newCards.clear();
}

/** Return the announcement of the latest cards; empty once it was given. */
export function takeNews() {
  const sentence = news;
  news = "";
  return sentence;
}
