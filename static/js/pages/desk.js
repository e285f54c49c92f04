// The organizer's desk of an event.
import "../site/looks.js";
import "../site/menus.js";
import "../events/desk.js";
