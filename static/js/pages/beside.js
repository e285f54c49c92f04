// Two replays side by side.
import "../site/looks.js";
import "../site/menus.js";
import "../events/beside.js";
