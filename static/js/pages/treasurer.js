// The treasurer's page of a club.
import "../site/preferences.js";
import "../site/menus.js";
import "../ledger/debt-amount.js";
