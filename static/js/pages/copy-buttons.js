// House rules that are shared.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/copy-buttons.js";
