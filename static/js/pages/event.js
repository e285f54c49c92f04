// The page of an event.
import "../site/looks.js";
import "../site/menus.js";
import "../site/late.js";
import "../site/share.js";
import "../events/event.js";
