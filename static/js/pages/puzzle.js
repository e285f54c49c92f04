// A puzzle before its answer.
import "../site/preferences.js";
import "../site/menus.js";
import "../puzzles/selection.js";
