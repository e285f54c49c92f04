// The check of a shuffle.
import "../site/preferences.js";
import "../site/menus.js";
import "../replays/shuffle-check.js";
