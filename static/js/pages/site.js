// Pages without scripts of their own.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expired-form.js";
import "../site/deferred-parts.js";
import "../site/expand-for-print.js";
import "../site/copy-buttons.js";
import "../site/select-suggestion.js";
