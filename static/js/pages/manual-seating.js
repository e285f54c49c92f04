// A round seated by hand.
import "../site/preferences.js";
import "../site/menus.js";
import "../events/manual-seating.js";
