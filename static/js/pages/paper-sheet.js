// The sheet of a table with real cards.
import "../events/rank-keys.js";
import "../site/preferences.js";
import "../site/menus.js";
