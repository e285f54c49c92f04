// Pages with passkeys.
import "../site/preferences.js";
import "../site/menus.js";
import "../accounts/passkeys.js";
