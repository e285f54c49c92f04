// Marks the cards in the hand that a lesson's coach points to.

import { cards } from "./hand.js";

/** Mark the coach's current cards; none at a table without a coach. */
export function markCards() {
  const said = document.querySelector("#coach [data-marked]")?.dataset.marked ?? "";
  const meant = new Set(said.split(" "));
  for (const card of cards()) card.classList.toggle("is-meant", meant.has(card.dataset.card));
}
