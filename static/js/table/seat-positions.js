// The positions of seats around the felt. All browsers get the same board and rotate it: the
// viewer's seat (seat 0 for spectators) is at the bottom, and the others follow anticlockwise.

/** By number of seats: the positions, starting from the viewer's seat. */
const POSITIONS = {
  2: ["own", "top"],
  3: ["own", "right", "left"],
  4: ["own", "right", "top", "left"],
  5: ["own", "right", "top-right", "top-left", "left"],
  6: ["own", "right", "top-right", "top", "top-left", "left"],
  7: ["own", "right-low", "right-high", "top-right", "top-left", "left-high", "left-low"],
  8: ["own", "right-low", "right-high", "top-right", "top", "top-left", "left-high", "left-low"],
};
/** Maximum number of other seats in a row, in layouts with rows. */
const MAX_IN_ROW = 4;

/** Return the position of a seat for the viewer in `viewerSeat`. */
export function getPosition(seat, viewerSeat, players) {
  return POSITIONS[players][(seat - viewerSeat + players) % players];
}

/**
 * Return row and column of a seat, counted from 1, in layouts with rows; null for the viewer's
 * seat. The last seat, to the viewer's left, comes first.
 */
export function getRow(seat, viewerSeat, players) {
  const fromViewer = (seat - viewerSeat + players) % players;
  if (fromViewer === 0) return null;
  const rowLength = getRowLength(players);
  const index = players - 1 - fromViewer;
  return { line: Math.floor(index / rowLength) + 1, column: (index % rowLength) + 1 };
}

/** Return the number of seats in each row. */
export function getRowLength(players) {
  const others = players - 1;
  return Math.ceil(others / Math.ceil(others / MAX_IN_ROW));
}

const STATE_CLASSES = [
  "is-turn",
  "is-out",
  "is-winner",
  "is-passed",
  "has-stand-in",
  "is-last-card",
  "is-ready",
];

/** Apply the CSS classes sent with the part beside the plate; the plate itself isn't replaced. */
function applyStateClasses(seat) {
  const source = seat.querySelector("[data-state-classes]");
  if (!source) return;
  const classes = source.dataset.stateClasses.split(" ");
  for (const name of STATE_CLASSES) seat.classList.toggle(name, classes.includes(name));
}

/** Set position and classes of each seat after an update of the board. */
export function rotateBoard(table) {
  const [players, viewerSeat] = [Number(table.dataset.players), Number(table.dataset.seat)];
  table.style.setProperty("--seats-per-row", getRowLength(players));
  for (const seat of table.querySelectorAll("[data-seat-no]")) {
    const number = Number(seat.dataset.seatNo);
    applyStateClasses(seat);
    seat.dataset.seatPosition = getPosition(number, viewerSeat, players);
    const row = getRow(number, viewerSeat, players);
    if (!row) continue;
    seat.style.setProperty("--seat-row", row.line);
    seat.style.setProperty("--seat-column", row.column);
  }
}
