// The editor of house rules.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expired-form.js";
import "../rulebook/editor.js";
