// Creating an account.
import "../site/preferences.js";
import "../site/menus.js";
import "../accounts/signup.js";
