// The editor of house rules.
import "../site/looks.js";
import "../site/menus.js";
import "../site/expired.js";
import "../rulebook/editor.js";
