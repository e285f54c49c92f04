// The places around the felt. The board is the same for all, and each browser turns it: the viewer
// sits at the bottom, where a spectator sees seat 0, and the others follow anticlockwise.

const PLACES = {
  2: ["own", "top"],
  3: ["own", "right", "left"],
  4: ["own", "right", "top", "left"],
};

/** Where the seat is for who sits at the seat `own`. */
export function placeOf(seat, own, players) {
  return PLACES[players][(seat - own + players) % players];
}

/** Give each seat its place, after the board came anew. */
export function turnBoard(table) {
  const { players, seat: own } = table.dataset;
  for (const seat of table.querySelectorAll("[data-seat-no]")) {
    seat.dataset.place = placeOf(Number(seat.dataset.seatNo), Number(own), Number(players));
  }
}
