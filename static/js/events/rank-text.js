// Ranks as people write them, read as the club reads them (tournaments/events/paper.py).

const BETWEEN = /[\s,;.:/\\|·・•‧、。~〜_+&\-\u2010-\u2015\u2212]+/gu;
const RANKS = /^(?:10|[2-9TJQKA])$/;

/**
 * Take the last rank of a text away, and write the others with a blank between them.
 * Where something else is written, take its last character away.
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
