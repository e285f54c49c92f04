// Opening a table.
import "./site.js";
import "../lobby/worst.js";
