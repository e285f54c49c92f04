// Marks the cards in the hand that a lesson's coach points to.

import { getCards } from "./hand.js";

/** Mark the coach's current cards; none at a table without a coach. */
export function markCoachedCards() {
  const marked = document.querySelector("#coach [data-marked]")?.dataset.marked ?? "";
  const codes = new Set(marked.split(" "));
  for (const card of getCards())
    card.classList.toggle("is-highlighted", codes.has(card.dataset.card));
}
