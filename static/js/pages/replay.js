// The replay of a deal.
import "../site/preferences.js";
import "../site/menus.js";
import "../replays/replay.js";
