// The table.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expired-form.js";
import "../site/delay-notice.js";
import "../table/table.js";
import "../table/site-header.js";
import "../site/copy-buttons.js";
import "../site/deferred-parts.js";
