// Parsing of typed ranks, in the same way as the server (tournaments/events/paper/deal.py).

const SEPARATORS = /[\s,;.:/\\|·・•‧、。~〜_+&\-\u2010-\u2015\u2212]+/gu;
const RANK = /^(?:10|[2-9TJQKA])$/;

/**
 * Return the text without its last rank, the others separated by spaces.
 * If the text has anything but ranks, remove its last character instead.
 */
export function removeLastRank(text) {
  const plain = text
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .toUpperCase()
    .replace(SEPARATORS, " ");
  const ranks = plain.match(/10|\S/gu) ?? [];
  return ranks.every((rank) => RANK.test(rank))
    ? ranks.slice(0, -1).join(" ")
    : [...text.trim()].slice(0, -1).join("").trim();
}
