// The table.
import "../site/looks.js";
import "../site/menus.js";
import "../site/expired.js";
import "../site/delayed.js";
import "../table/table.js";
import "../table/club.js";
import "../site/share.js";
import "../site/awaited.js";
