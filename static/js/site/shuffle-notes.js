// The commitment that this browser was shown, and the seed that it added, before a deal. Only the
// browser stores them, so that the shuffle check detects a server that changes them afterwards.

const STORAGE_KEY = "shuffle-notes";
const MAX_NOTES = 300;

/** Return all stored notes, oldest first. */
function loadNotes() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY));
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Save the commitment to a deal and the player's word, unless the deal has a note. */
export function saveShuffleNote(deal, commitment, word) {
  const notes = loadNotes();
  if (notes.some((note) => note.deal === deal)) return;
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...notes, { deal, commitment, word }].slice(-MAX_NOTES)),
    );
  } catch {
    // Without storage, players can note it themselves.
  }
}

/** Return the note of a deal, if there is one. */
export function findShuffleNote(deal) {
  return loadNotes().find((note) => note.deal === deal);
}
