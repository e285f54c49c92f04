// The commitment that this browser was shown, and the seed that it added, before a deal. Only the
// browser stores them, so that the shuffle check detects a server that changes them afterwards.

const STORED = "shuffle-notes";
const MOST = 300;

function notes() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED));
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Store the commitment to a deal and the player's seed. The first one for a deal is kept. */
export function noteShuffle(deal, commitment, word) {
  const kept = notes();
  if (kept.some((note) => note.deal === deal)) return;
  try {
    localStorage.setItem(
      STORED,
      JSON.stringify([...kept, { deal, commitment, word }].slice(-MOST)),
    );
  } catch {
    // Without storage, players can note it themselves.
  }
}

/** Return what was stored for a deal, if anything. */
export function notedShuffle(deal) {
  return notes().find((note) => note.deal === deal);
}
