// The verifiable shuffle in the browser (docs/SHUFFLE.md); it shares no code with the server.

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
// Exactly one spelling each: several would allow a choice of packs.
const SECRET = /^[0-9a-f]{64}$/;
const WORD = /^[0-9A-Za-z]{1,64}$/;
const SHARED = /^shared(\/[0-9A-Za-z]+)+$/;
const NAME = /^[0-9A-Za-z]+(\/[1-9][0-9]*){3}$/;

const encoder = new TextEncoder();

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function seed(purpose, { deal, secret, words }) {
  const seats = Object.keys(words).sort();
  const lines = ["big-two shuffle 1", purpose, deal, secret];
  for (const seat of seats) lines.push(`${seat} ${words[seat]}`);
  return sha256(encoder.encode(lines.map((line) => `${line}\n`).join("")));
}

async function* numbers(start) {
  for (let block = 0; ; block += 1) {
    const message = new Uint8Array(start.length + 8);
    message.set(start);
    // The upper half of the counter stays 0: no draw gets that far.
    new DataView(message.buffer).setUint32(start.length + 4, block);
    const digest = new DataView((await sha256(message)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

async function below(k, drawn) {
  const limit = 2 ** 32 - (2 ** 32 % k);
  for (;;) {
    const { value } = await drawn.next();
    if (value < limit) return value % k;
  }
}

async function packOf(shuffle, packs) {
  const one = Array.from(RANKS).flatMap((rank) => Array.from(SUITS, (suit) => rank + suit));
  const pack = Array.from({ length: packs }, () => one).flat();
  const drawn = numbers(await seed("pack", shuffle));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const chosen = await below(last + 1, drawn);
    [pack[last], pack[chosen]] = [pack[chosen], pack[last]];
  }
  return pack;
}

function handsOf({ start: { pack, dealer }, number, rules }) {
  const { players, direction, first_card: firstCard, hand_size: handSize } = rules;
  const isClockwise = direction === "clockwise" || (direction === "alternate" && number % 2 === 0);
  const away = firstCard === "cut" ? (RANKS.indexOf(pack[pack.length / 2 - 1][0]) + 2) % 13 : 1;
  const hands = Array.from({ length: players }, () => []);
  for (let place = 0; place < players * handSize; place += 1) {
    const steps = (away + place) % players;
    hands[(dealer + (isClockwise ? players - steps : steps)) % players].push(pack[place]);
  }
  return hands;
}

function same(some, others) {
  return JSON.stringify(some) === JSON.stringify(others);
}

function isSpelled(pattern, text) {
  return typeof text === "string" && pattern.test(text);
}

/** The seats that can add a word, as keys of the words; bots can't. */
function seatsOfPeople(deal) {
  const { seats, rules } = deal;
  if (isShared(deal)) return [];
  return seats.slice(0, rules.players).flatMap(({ bot }, seat) => (bot ? [] : String(seat)));
}

/** Whether the pack was shuffled for several tables: without words, dealer draw or deal name. */
function isShared({ pack_source: source }) {
  return source === "shared";
}

function nameOf({ table, session, number }, attempt) {
  return [table, session, number, attempt].join("/");
}

/** Whether the dealer must be drawn; computed, because the file could claim anything. */
function isDealerDrawn(deal) {
  const {
    number,
    rules: { round_length: length },
  } = deal;
  if (isShared(deal)) return false;
  const before = number - 1;
  return before === 0 || (length > 0 && before % length === 0);
}

/** Return the checks of a deal's JSON by name, and whether each holds. */
export async function check(deal) {
  const { shuffle, start, rules } = deal;
  const sorted = (hands) => hands.map((hand) => [...hand].sort());
  const people = seatsOfPeople(deal);
  const words = Object.entries(shuffle.words);
  // Files from before two packs were possible lack the number.
  const { packs = 1 } = rules;
  const rest = start.pack.slice(rules.players * rules.hand_size);
  // A redeal keeps the dealer of the first attempt.
  const drawn = numbers(await seed("dealer", { ...shuffle, deal: nameOf(deal, 1) }));
  return {
    commitment:
      isSpelled(SECRET, shuffle.secret) &&
      hex(await sha256(bytesOf(shuffle.secret))) === shuffle.commitment,
    deal: isShared(deal)
      ? isSpelled(SHARED, shuffle.deal)
      : isSpelled(NAME, shuffle.deal) && shuffle.deal === nameOf(deal, deal.attempt),
    words: words.every(([seat, word]) => people.includes(seat) && isSpelled(WORD, word)),
    pack: same(await packOf(shuffle, packs), start.pack),
    hands: same(sorted(handsOf(deal)), sorted(start.hands)) && same(rest, start.leftover),
    dealer: !isDealerDrawn(deal) || (await below(rules.players, drawn)) === start.dealer,
    stock: !rules.stock_recycle || hex(await seed("stock", shuffle)) === start.seed,
  };
}

/** Whether SHA-256 is available: browsers allow it over HTTPS and on localhost. */
export const canCheck = Boolean(globalThis.crypto?.subtle);
