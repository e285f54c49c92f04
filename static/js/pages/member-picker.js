// Pages on which members are chosen.
import "../site/preferences.js";
import "../site/menus.js";
import "../clubs/member-picker.js";
