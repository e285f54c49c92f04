// The page of a club night.
import "../site/looks.js";
import "../site/menus.js";
import "../events/night.js";
