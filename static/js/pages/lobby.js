// The lobby.
import "../site/looks.js";
import "../site/menus.js";
import "../lobby/lobby.js";
