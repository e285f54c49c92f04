// Cards that were added to the player's hand during a deal: drawn, taken or exchanged. They are
// marked until the player's next move, and announced once to screen readers.

const arrived = new Set();
let known = { deal: null, codes: [] };
let news = "";

/** Compare the hand with the previous one; `names` maps cards to their spoken names. */
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

/** Follow a swap of names between two equal cards. */
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

/** The announcement of the latest cards; empty once it was given. */
export function takeNews() {
  const told = news;
  news = "";
  return told;
}
