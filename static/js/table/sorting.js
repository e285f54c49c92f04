// Three ways to lay out a hand. Sorting by combination is a guess at what belongs together, for
// the eye alone: which cards make a combination at this table is the server's to say.

import { byRank, bySuit, grouped, rankOf, suitOf } from "./cards.js";

export const ORDERS = ["rank", "suit", "combination"];

export function sorted(codes, order) {
  if (order === "suit") return [...codes].sort(bySuit);
  if (order === "combination") return byCombination(codes);
  return [...codes].sort(byRank);
}

/** The longest run of neighbouring ranks, at least five; one card of each rank. */
function run(codes) {
  const ofRank = grouped([...codes].sort(byRank), rankOf);
  let longest = [];
  let current = [];
  for (let rank = 0; rank <= 12; rank += 1) {
    // A two ends no straight that people look for first.
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
  // A pair is worth keeping; straights and flushes are made of what stands alone.
  const alone = () => [...grouped(left, rankOf).values()].filter((g) => g.length === 1).flat();

  const most = () =>
    [...grouped(left, rankOf).values()].reduce((a, b) => (b.length > a.length ? b : a), []);

  // Two packs have more than four of a rank: five of them beat everything.
  takeAll(() => (most().length > 4 ? most() : []));
  takeAll(() => [...grouped(left, suitOf).values()].map(run).find((cards) => cards.length) ?? []);
  takeAll(() => ofSize(4));
  takeAll(() => ofSize(3));
  takeAll(() => run(alone()));
  takeAll(() => [...grouped(alone(), suitOf).values()].find((g) => g.length >= 5)?.slice(-5) ?? []);
  takeAll(() => ofSize(2));
  return [...groups.flat(), ...left];
}
