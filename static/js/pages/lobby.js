// The lobby.
import "../site/looks.js";
import "../site/menus.js";
import "../site/expired.js";
import "../site/delayed.js";
import "../lobby/lobby.js";
