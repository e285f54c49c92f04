// Payment details that are read from a picture of a code.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/copy-buttons.js";
import "../payees/code-photo.js";
