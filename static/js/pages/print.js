// Pages of events to print.
import "../site/looks.js";
import "../site/menus.js";
import "../events/print.js";
