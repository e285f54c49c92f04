// House rules that are shared.
import "../site/looks.js";
import "../site/menus.js";
import "../site/share.js";
