// Cards that came into the own hand during a deal: drawn, taken or exchanged. They are marked
// until the player's next move, and told once to those who do not see the mark.

const arrived = new Set();
let known = { deal: null, codes: [] };
let news = "";

/** Compare the hand with the one known before; `names` maps its cards to their names. */
export function noteArrivals({ deal, got }, names) {
  const codes = [...names.keys()];
  const came = codes.filter((code) => !known.codes.includes(code));
  if (known.deal !== deal) {
    forgetArrivals();
  } else if (came.length) {
    for (const code of came) arrived.add(code);
    news = got.replace("{cards}", came.map((code) => names.get(code)).join(", "));
  }
  known = { deal, codes };
}

/** The copies of a card have changed names: which of them came is the same as before. */
export function exchangeArrivals(name, other) {
  if (arrived.has(name) === arrived.has(other)) return;
  const [from, to] = arrived.has(name) ? [name, other] : [other, name];
  arrived.delete(from);
  arrived.add(to);
}

export const isNew = (code) => arrived.has(code);

export function forgetArrivals() {
  arrived.clear();
}

/** The sentence about what came last; a second time there is nothing to tell. */
export function takeNews() {
  const told = news;
  news = "";
  return told;
}
