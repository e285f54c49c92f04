// The places around the felt. The board is the same for all, and each browser turns it: the viewer
// sits at the bottom, where a spectator sees seat 0, and the others follow anticlockwise.

/** For each number of seats: who sits where, from the own seat on. */
const PLACES = {
  2: ["own", "top"],
  3: ["own", "right", "left"],
  4: ["own", "right", "top", "left"],
  5: ["own", "right", "top-right", "top-left", "left"],
  6: ["own", "right", "top-right", "top", "top-left", "left"],
  7: ["own", "right-low", "right-high", "top-right", "top-left", "left-high", "left-low"],
  8: ["own", "right-low", "right-high", "top-right", "top", "top-left", "left-high", "left-low"],
};
/** So many of the others stand in one row where they stand in rows. */
const IN_A_ROW = 4;

/** Where the seat is for who sits at the seat `own`. */
export function placeOf(seat, own, players) {
  return PLACES[players][(seat - own + players) % players];
}

/**
 * Where it stands among the others where they stand in rows: the last one, at the left hand of the
 * viewer, comes first. Gives row and column, counted from 1; null for the own seat.
 */
export function rowOf(seat, own, players) {
  const fromOwn = (seat - own + players) % players;
  if (fromOwn === 0) return null;
  const across = acrossOf(players);
  const place = players - 1 - fromOwn;
  return { line: Math.floor(place / across) + 1, column: (place % across) + 1 };
}

/** How many stand in each row. */
export function acrossOf(players) {
  const others = players - 1;
  return Math.ceil(others / Math.ceil(others / IN_A_ROW));
}

const LOOKS = [
  "is-turn",
  "is-out",
  "is-winner",
  "is-passed",
  "is-stood-in",
  "is-last-card",
  "is-ready",
];

/** How a seat looks is told with what is said beside it: its plate stays. */
function dress(seat) {
  const said = seat.querySelector("[data-looks]");
  if (!said) return;
  const looks = said.dataset.looks.split(" ");
  for (const name of LOOKS) seat.classList.toggle(name, looks.includes(name));
}

/** Give each seat its place and its looks, after the board came anew or in part. */
export function turnBoard(table) {
  const [players, own] = [Number(table.dataset.players), Number(table.dataset.seat)];
  table.style.setProperty("--across", acrossOf(players));
  for (const seat of table.querySelectorAll("[data-seat-no]")) {
    const number = Number(seat.dataset.seatNo);
    dress(seat);
    seat.dataset.place = placeOf(number, own, players);
    const row = rowOf(number, own, players);
    if (!row) continue;
    seat.style.setProperty("--line", row.line);
    seat.style.setProperty("--column", row.column);
  }
}
