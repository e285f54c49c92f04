// Cards in the notation ("QH" is the queen of hearts), for display. The rules are on the server.

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
// Suffix of the second copy's name, for cards that two packs have twice.
const SECOND_SUFFIX = "'";
const SUIT_SYMBOLS = { D: "♦", C: "♣", H: "♥", S: "♠" };

// Under some rules twos become the lowest cards for the rest of a deal.
let areTwosLow = false;

/** Set whether twos rank below threes or above aces. */
export function setTwosLow(areLow) {
  areTwosLow = areLow;
}

/** Return the rank of a card as a number, the lowest first. */
export const getRank = (code) => (areTwosLow && code[0] === "2" ? -1 : RANKS.indexOf(code[0]));

/** Return the suit of a card as a number, the lowest first. */
export const getSuit = (code) => SUITS.indexOf(code[1]);

/** Compare two cards by rank, then by suit. */
export const compareByRank = (a, b) => getRank(a) - getRank(b) || getSuit(a) - getSuit(b);

/** Compare two cards by suit, then by rank. */
export const compareBySuit = (a, b) => getSuit(a) - getSuit(b) || getRank(a) - getRank(b);

/** Return the card's short label: "10♥". */
export const getShortName = (code) => `${code[0] === "T" ? "10" : code[0]}${SUIT_SYMBOLS[code[1]]}`;

/** Return the card's code without the copy suffix: "QH'" becomes "QH". */
export const getCode = (name) => name.slice(0, 2);

/** Return the name of the other copy. */
export const getOtherCopy = (name) =>
  name.endsWith(SECOND_SUFFIX) ? getCode(name) : name + SECOND_SUFFIX;

/** Return whether it is the second copy, which leaves the hand first. */
export const isSecondCopy = (name) => name.endsWith(SECOND_SUFFIX);

/** Return the names in the hand for codes of cards; one of two equal cards is the second copy. */
export function findNames(codes, held) {
  const available = new Set(held);
  const names = codes.map((code) => {
    const name = [getOtherCopy(code), code].find((each) => available.has(each));
    available.delete(name);
    return name;
  });
  return names.filter(Boolean);
}

/** Return the items grouped by a key, as a map. */
export function groupBy(items, getKey) {
  const groups = new Map();
  for (const item of items) {
    const key = getKey(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}
