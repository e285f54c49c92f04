// The organizer's desk of an event.
import "../site/preferences.js";
import "../site/menus.js";
import "../events/desk.js";
