// The page of an event.
import "../site/looks.js";
import "../site/menus.js";
import "../site/delayed.js";
import "../site/share.js";
import "../events/event.js";
