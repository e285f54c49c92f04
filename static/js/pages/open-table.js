// Opening a table.
import "./site.js";
import "../lobby/max-loss.js";
import "../lobby/options-summary.js";
