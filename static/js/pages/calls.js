// Where the reader is wanted, on top of what else the page has.
import "../site/calls.js";
