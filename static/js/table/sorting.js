// Three sort orders of a hand. Sorting by combination is a guess for display only; the server
// decides what is a combination at this table.

import { byRank, bySuit, grouped, rankOf, suitOf } from "./cards.js";

export const ORDERS = ["rank", "suit", "combination"];

export function sorted(codes, order) {
  if (order === "suit") return [...codes].sort(bySuit);
  if (order === "combination") return byCombination(codes);
  return [...codes].sort(byRank);
}

/** The longest run of consecutive ranks, at least five, with one card of each rank. */
function run(codes) {
  const ofRank = grouped([...codes].sort(byRank), rankOf);
  let longest = [];
  let current = [];
  for (let rank = 0; rank <= 12; rank += 1) {
    // Players rarely look for straights that end with a two first.
    const held = rank < 12 ? ofRank.get(rank) : undefined;
    current = held ? [...current, held[0]] : [];
    if (current.length > longest.length) longest = current;
  }
  return longest.length >= 5 ? longest.slice(-5) : [];
}

function byCombination(codes) {
  let left = [...codes].sort(byRank);
  const groups = [];
  const take = (cards) => {
    groups.push(cards);
    left = left.filter((code) => !cards.includes(code));
  };
  const takeAll = (find) => {
    for (let found = find(); found.length; found = find()) take(found);
  };
  const ofSize = (size) => [...grouped(left, rankOf).values()].find((g) => g.length === size) ?? [];
  // Keep pairs: straights and flushes use only single cards.
  const alone = () => [...grouped(left, rankOf).values()].filter((g) => g.length === 1).flat();

  const most = () =>
    [...grouped(left, rankOf).values()].reduce((a, b) => (b.length > a.length ? b : a), []);

  // With two packs five of a rank are possible, and beat everything.
  takeAll(() => (most().length > 4 ? most() : []));
  takeAll(() => [...grouped(left, suitOf).values()].map(run).find((cards) => cards.length) ?? []);
  takeAll(() => ofSize(4));
  takeAll(() => ofSize(3));
  takeAll(() => run(alone()));
  takeAll(() => [...grouped(alone(), suitOf).values()].find((g) => g.length >= 5)?.slice(-5) ?? []);
  takeAll(() => ofSize(2));
  return [...groups.flat(), ...left];
}
