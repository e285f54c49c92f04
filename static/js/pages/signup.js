// Creating an account.
import "../site/looks.js";
import "../site/menus.js";
import "../accounts/signup.js";
