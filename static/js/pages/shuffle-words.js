// A word for the packs of a round, and what this browser was shown before; beside the page's own.
import "../events/shuffle-words.js";
