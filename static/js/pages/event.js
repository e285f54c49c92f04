// The page of an event.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/delay-notice.js";
import "../site/copy-buttons.js";
import "../events/event.js";
