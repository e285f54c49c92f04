// Pages of events to print.
import "../site/preferences.js";
import "../site/menus.js";
import "../events/print.js";
