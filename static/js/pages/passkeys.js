// Pages that ask for a passkey.
import "../site/looks.js";
import "../site/menus.js";
import "../accounts/passkeys.js";
