// Two replays side by side.
import "../site/preferences.js";
import "../site/menus.js";
import "../events/side-by-side.js";
