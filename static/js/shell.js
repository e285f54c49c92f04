// What every page needs.
import "./looks.js";
import "./menus.js";
