// Every page that needs no more.
import "../site/looks.js";
import "../site/menus.js";
import "../site/awaited.js";
