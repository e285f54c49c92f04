// The page of a club night.
import "../site/preferences.js";
import "../site/menus.js";
import "../events/club-night.js";
