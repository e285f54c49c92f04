// Cards in the notation: "QH" is the queen of hearts. Kept for display; the rules are the server's.

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
// What two packs have twice has two names in a browser: the second copy's ends with this.
const SECOND = "'";
const SIGNS = { D: "♦", C: "♣", H: "♥", S: "♠" };

// Some rules make twos the lowest cards for the rest of a deal.
let areTwosLow = false;

/** Let twos rank below the threes from now on, or above the aces again. */
export function rankTwosLow(isSo) {
  areTwosLow = isSo;
}

export const rankOf = (code) => (areTwosLow && code[0] === "2" ? -1 : RANKS.indexOf(code[0]));
export const suitOf = (code) => SUITS.indexOf(code[1]);

export const byRank = (a, b) => rankOf(a) - rankOf(b) || suitOf(a) - suitOf(b);
export const bySuit = (a, b) => suitOf(a) - suitOf(b) || rankOf(a) - rankOf(b);

/** The card in few signs, for the eye: "10♥". */
export const shortName = (code) => `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}`;

/** What a card is to everybody else, who know no copies: "QH'" is "QH". */
export const codeOf = (name) => name.slice(0, 2);

/** The other copy's name. */
export const copyOf = (name) => (name.endsWith(SECOND) ? codeOf(name) : name + SECOND);

/** Whether it is the second copy: of two, the one that leaves a hand first. */
export const isSecond = (name) => name.endsWith(SECOND);

/** Names for cards that are told by their codes, out of a hand; of two alike one is the second. */
export function namesFor(codes, held) {
  const left = new Set(held);
  const names = codes.map((code) => {
    const name = [copyOf(code), code].find((each) => left.has(each));
    left.delete(name);
    return name;
  });
  return names.filter(Boolean);
}

/** The cards that have something in common, by what that is. */
export function grouped(codes, keyOf) {
  const groups = new Map();
  for (const code of codes) {
    const key = keyOf(code);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(code);
  }
  return groups;
}
