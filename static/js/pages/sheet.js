// The sheet of a table with real cards.
import "../events/ranks.js";
import "../site/looks.js";
import "../site/menus.js";
