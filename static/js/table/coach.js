// The coach of a lesson: the cards that it means are marked in the hand.

import { cards } from "./hand.js";

/** Mark the cards that the coach means now; none at a table without a coach. */
export function markCards() {
  const said = document.querySelector("#coach [data-marked]")?.dataset.marked ?? "";
  const meant = new Set(said.split(" "));
  for (const card of cards()) card.classList.toggle("is-meant", meant.has(card.dataset.card));
}
