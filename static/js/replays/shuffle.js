// The verifiable shuffle in the browser (docs/SHUFFLE.md); it shares no code with the server.

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
// Exactly one spelling each: several would allow a choice of packs.
const SECRET = /^[0-9a-f]{64}$/;
const WORD = /^[0-9A-Za-z]{1,64}$/;
const SHARED = /^shared(\/[0-9A-Za-z]+)+$/;
const NAME = /^[0-9A-Za-z]+(\/[1-9][0-9]*){3}$/;

const encoder = new TextEncoder();

/** Return the SHA-256 digest of bytes. */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Return bytes as hexadecimal digits. */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the bytes of hexadecimal digits. */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Return the seed for a purpose: the digest of secret, deal and words. */
function computeSeed(purpose, { deal, secret, words }) {
  const seats = Object.keys(words).sort();
  const lines = ["big-two shuffle 1", purpose, deal, secret];
  for (const seat of seats) lines.push(`${seat} ${words[seat]}`);
  return sha256(encoder.encode(lines.map((line) => `${line}\n`).join("")));
}

/** Yield 32-bit numbers, eight from each digest of seed and counter. */
async function* generateNumbers(seed) {
  for (let block = 0; ; block += 1) {
    const message = new Uint8Array(seed.length + 8);
    message.set(seed);
    // The upper half of the counter stays 0: no draw gets that far.
    new DataView(message.buffer).setUint32(seed.length + 4, block);
    const digest = new DataView((await sha256(message)).buffer);
    for (let offset = 0; offset < 32; offset += 4) yield digest.getUint32(offset);
  }
}

/** Draw an unbiased number from 0 to k - 1. */
async function drawBelow(k, numbers) {
  const limit = 2 ** 32 - (2 ** 32 % k);
  for (;;) {
    const { value } = await numbers.next();
    if (value < limit) return value % k;
  }
}

/** Return the shuffled pack. */
async function shufflePack(shuffle, packs) {
  const singlePack = Array.from(RANKS).flatMap((rank) => Array.from(SUITS, (suit) => rank + suit));
  const pack = Array.from({ length: packs }, () => singlePack).flat();
  const numbers = generateNumbers(await computeSeed("pack", shuffle));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const chosen = await drawBelow(last + 1, numbers);
    [pack[last], pack[chosen]] = [pack[chosen], pack[last]];
  }
  return pack;
}

/** Return the hands dealt from the pack, by seat. */
function dealHands({ start: { pack, dealer }, number, rules }) {
  const { players, direction, first_card: firstCard, hand_size: handSize } = rules;
  const isClockwise = direction === "clockwise" || (direction === "alternate" && number % 2 === 0);
  const offset = firstCard === "cut" ? (RANKS.indexOf(pack[pack.length / 2 - 1][0]) + 2) % 13 : 1;
  const hands = Array.from({ length: players }, () => []);
  for (let index = 0; index < players * handSize; index += 1) {
    const steps = (offset + index) % players;
    hands[(dealer + (isClockwise ? players - steps : steps)) % players].push(pack[index]);
  }
  return hands;
}

/** Return whether two values have the same JSON. */
function isEqual(some, others) {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** Return whether it is a text of this pattern. */
function isMatch(pattern, text) {
  return typeof text === "string" && pattern.test(text);
}

/** Return the seats that can add a word, as keys of the words; bots can't. */
function listPlayerSeats(deal) {
  const { seats, rules } = deal;
  if (isShared(deal)) return [];
  return seats.slice(0, rules.players).flatMap(({ bot }, seat) => (bot ? [] : String(seat)));
}

/**
 * Return whether the pack was shuffled for several tables: without words, dealer draw or deal name.
 */
function isShared({ pack_source: source }) {
  return source === "shared";
}

/** Return the name of a deal's attempt, as in its seed. */
function getDealName({ table, session, number }, attempt) {
  return [table, session, number, attempt].join("/");
}

/** Return whether the dealer must be drawn; computed, because the file could claim anything. */
function isDealerDrawn(deal) {
  const {
    number,
    rules: { round_length: length },
  } = deal;
  if (isShared(deal)) return false;
  const previousDeals = number - 1;
  return previousDeals === 0 || (length > 0 && previousDeals % length === 0);
}

/** Return the checks of a deal's JSON by name, and whether each holds. */
export async function checkDeal(deal) {
  const { shuffle, start, rules } = deal;
  const sortHands = (hands) => hands.map((hand) => [...hand].sort());
  const playerSeats = listPlayerSeats(deal);
  const words = Object.entries(shuffle.words);
  // Files from before two packs were possible lack the number.
  const { packs = 1 } = rules;
  const rest = start.pack.slice(rules.players * rules.hand_size);
  // A redeal keeps the dealer of the first attempt.
  const numbers = generateNumbers(
    await computeSeed("dealer", { ...shuffle, deal: getDealName(deal, 1) }),
  );
  return {
    commitment:
      isMatch(SECRET, shuffle.secret) &&
      toHex(await sha256(fromHex(shuffle.secret))) === shuffle.commitment,
    deal: isShared(deal)
      ? isMatch(SHARED, shuffle.deal)
      : isMatch(NAME, shuffle.deal) && shuffle.deal === getDealName(deal, deal.attempt),
    words: words.every(([seat, word]) => playerSeats.includes(seat) && isMatch(WORD, word)),
    pack: isEqual(await shufflePack(shuffle, packs), start.pack),
    hands:
      isEqual(sortHands(dealHands(deal)), sortHands(start.hands)) && isEqual(rest, start.leftover),
    dealer: !isDealerDrawn(deal) || (await drawBelow(rules.players, numbers)) === start.dealer,
    stock: !rules.stock_recycle || toHex(await computeSeed("stock", shuffle)) === start.seed,
  };
}

/** SHA-256 is available: browsers allow it over HTTPS and on localhost. */
export const canCheck = Boolean(globalThis.crypto?.subtle);
