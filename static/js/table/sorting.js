// Three sort orders of a hand. Sorting by combination is a guess for display only; the server
// decides what is a combination at this table.

import { compareByRank, compareBySuit, getRank, getSuit, groupBy } from "./cards.js";

export const ORDERS = ["rank", "suit", "combination"];

/** Return the cards in this order. */
export function sortCards(codes, order) {
  if (order === "suit") return [...codes].sort(compareBySuit);
  if (order === "combination") return sortByCombination(codes);
  return [...codes].sort(compareByRank);
}

/** Return the longest run of consecutive ranks, at least five, with one card of each rank. */
function findRun(codes) {
  const cardsByRank = groupBy([...codes].sort(compareByRank), getRank);
  let longest = [];
  let current = [];
  for (let rank = 0; rank <= 12; rank += 1) {
    // Players rarely look for straights that end with a two first.
    const cardsOfRank = rank < 12 ? cardsByRank.get(rank) : undefined;
    current = cardsOfRank ? [...current, cardsOfRank[0]] : [];
    if (current.length > longest.length) longest = current;
  }
  return longest.length >= 5 ? longest.slice(-5) : [];
}

/** Return the cards by combination, strongest first; single cards come last. */
function sortByCombination(codes) {
  let remaining = [...codes].sort(compareByRank);
  const groups = [];
  const takeGroup = (cards) => {
    groups.push(cards);
    remaining = remaining.filter((code) => !cards.includes(code));
  };
  const takeAll = (find) => {
    for (let found = find(); found.length; found = find()) takeGroup(found);
  };
  const findOfSize = (size) =>
    [...groupBy(remaining, getRank).values()].find((g) => g.length === size) ?? [];
  // Keep pairs: straights and flushes use only single cards.
  const getSingles = () =>
    [...groupBy(remaining, getRank).values()].filter((g) => g.length === 1).flat();

  const findLargest = () =>
    [...groupBy(remaining, getRank).values()].reduce((a, b) => (b.length > a.length ? b : a), []);

  // With two packs five of a rank are possible, and beat everything.
  takeAll(() => (findLargest().length > 4 ? findLargest() : []));
  takeAll(
    () =>
      [...groupBy(remaining, getSuit).values()].map(findRun).find((cards) => cards.length) ?? [],
  );
  takeAll(() => findOfSize(4));
  takeAll(() => findOfSize(3));
  takeAll(() => findRun(getSingles()));
  takeAll(
    () => [...groupBy(getSingles(), getSuit).values()].find((g) => g.length >= 5)?.slice(-5) ?? [],
  );
  takeAll(() => findOfSize(2));
  return [...groups.flat(), ...remaining];
}
