// Bundle of the settlement and payment pages.
import "../site/looks.js";
import "../site/menus.js";
import "../site/paper.js";
import "../site/share.js";
import "../ledger/live.js";
