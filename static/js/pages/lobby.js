// The lobby.
import "../site/looks.js";
import "../site/menus.js";
import "../site/expired.js";
import "../site/late.js";
import "../lobby/lobby.js";
