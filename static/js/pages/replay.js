// The replay of a deal.
import "../site/looks.js";
import "../site/menus.js";
import "../replays/replay.js";
