// A settlement, a payment.
import "../site/looks.js";
import "../site/menus.js";
import "../ledger/live.js";
