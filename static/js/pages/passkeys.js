// Pages with passkeys.
import "../site/looks.js";
import "../site/menus.js";
import "../accounts/passkeys.js";
