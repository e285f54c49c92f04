// What this browser was shown, and what it added, before a deal was dealt. It alone keeps the
// note: a club that told another story afterwards would be found out by the check of the shuffle.

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

/** Note the commitment to a deal and the own word. The first note of a deal stays. */
export function noteShuffle(deal, commitment, word) {
  const kept = notes();
  if (kept.some((note) => note.deal === deal)) return;
  try {
    localStorage.setItem(
      STORED,
      JSON.stringify([...kept, { deal, commitment, word }].slice(-MOST)),
    );
  } catch {
    // Then it is for the player to note it.
  }
}

/** What was noted of a deal, if anything. */
export function notedShuffle(deal) {
  return notes().find((note) => note.deal === deal);
}
