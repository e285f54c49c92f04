// The positions of seats around the felt. All browsers get the same board and rotate it: the
// viewer's seat (seat 0 for spectators) is at the bottom, and the others follow anticlockwise.

/** By number of seats: the positions, starting from the viewer's seat. */
const PLACES = {
  2: ["own", "top"],
  3: ["own", "right", "left"],
  4: ["own", "right", "top", "left"],
  5: ["own", "right", "top-right", "top-left", "left"],
  6: ["own", "right", "top-right", "top", "top-left", "left"],
  7: ["own", "right-low", "right-high", "top-right", "top-left", "left-high", "left-low"],
  8: ["own", "right-low", "right-high", "top-right", "top", "top-left", "left-high", "left-low"],
};
/** Maximum number of other seats in a row, in layouts with rows. */
const IN_A_ROW = 4;

/** The position of a seat for the viewer in seat `own`. */
export function placeOf(seat, own, players) {
  return PLACES[players][(seat - own + players) % players];
}

/**
 * Return row and column of a seat, counted from 1, in layouts with rows; null for the viewer's
 * seat. The last seat, to the viewer's left, comes first.
 */
export function rowOf(seat, own, players) {
  const fromOwn = (seat - own + players) % players;
  if (fromOwn === 0) return null;
  const across = acrossOf(players);
  const place = players - 1 - fromOwn;
  return { line: Math.floor(place / across) + 1, column: (place % across) + 1 };
}

/** The number of seats in each row. */
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

/** Apply the CSS classes sent with the part beside the plate; the plate itself isn't replaced. */
function dress(seat) {
  const said = seat.querySelector("[data-looks]");
  if (!said) return;
  const looks = said.dataset.looks.split(" ");
  for (const name of LOOKS) seat.classList.toggle(name, looks.includes(name));
}

/** Set position and classes of each seat after an update of the board. */
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
