// Parsing of typed ranks, in the same way as the server (tournaments/events/paper.py).

const BETWEEN = /[\s,;.:/\\|·・•‧、。~〜_+&\-\u2010-\u2015\u2212]+/gu;
const RANKS = /^(?:10|[2-9TJQKA])$/;

/**
 * Return the text without its last rank, the others separated by spaces.
 * If the text has anything but ranks, remove its last character instead.
 */
export function withoutLast(text) {
  const plain = text
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .toUpperCase()
    .replace(BETWEEN, " ");
  const ranks = plain.match(/10|\S/gu) ?? [];
  return ranks.every((rank) => RANKS.test(rank))
    ? ranks.slice(0, -1).join(" ")
    : [...text.trim()].slice(0, -1).join("").trim();
}
