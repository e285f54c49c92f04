// Bundle of the settlement and payment pages.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expand-for-print.js";
import "../site/copy-buttons.js";
import "../ledger/live-pages.js";
