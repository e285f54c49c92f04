// A round seated by hand.
import "../site/looks.js";
import "../site/menus.js";
import "../events/seats.js";
