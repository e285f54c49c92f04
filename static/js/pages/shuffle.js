// The check of a shuffle.
import "../site/looks.js";
import "../site/menus.js";
import "../replays/check.js";
