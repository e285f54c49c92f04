// Pages without scripts of their own.
import "../site/looks.js";
import "../site/menus.js";
import "../site/expired.js";
import "../site/awaited.js";
import "../site/paper.js";
import "../site/share.js";
import "../site/suggestion.js";
