// The lobby.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expired-form.js";
import "../site/delay-notice.js";
import "../lobby/lobby.js";
