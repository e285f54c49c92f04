// Cards in the notation ("QH" is the queen of hearts), for display. The rules are on the server.

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
// Suffix of the second copy's name, for cards that two packs have twice.
const SECOND = "'";
const SIGNS = { D: "♦", C: "♣", H: "♥", S: "♠" };

// Under some rules twos become the lowest cards for the rest of a deal.
let areTwosLow = false;

/** Set whether twos rank below threes or above aces. */
export function rankTwosLow(isSo) {
  areTwosLow = isSo;
}

export const rankOf = (code) => (areTwosLow && code[0] === "2" ? -1 : RANKS.indexOf(code[0]));
export const suitOf = (code) => SUITS.indexOf(code[1]);

export const byRank = (a, b) => rankOf(a) - rankOf(b) || suitOf(a) - suitOf(b);
export const bySuit = (a, b) => suitOf(a) - suitOf(b) || rankOf(a) - rankOf(b);

/** The card's short label: "10♥". */
export const shortName = (code) => `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}`;

/** The card's code without the copy suffix: "QH'" becomes "QH". */
export const codeOf = (name) => name.slice(0, 2);

/** The name of the other copy. */
export const copyOf = (name) => (name.endsWith(SECOND) ? codeOf(name) : name + SECOND);

/** Whether it is the second copy, which leaves the hand first. */
export const isSecond = (name) => name.endsWith(SECOND);

/** Names in the hand for cards given by code; one of two equal cards is the second copy. */
export function namesFor(codes, held) {
  const left = new Set(held);
  const names = codes.map((code) => {
    const name = [copyOf(code), code].find((each) => left.has(each));
    left.delete(name);
    return name;
  });
  return names.filter(Boolean);
}

/** Group cards by a key. */
export function grouped(codes, keyOf) {
  const groups = new Map();
  for (const code of codes) {
    const key = keyOf(code);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(code);
  }
  return groups;
}
