// Shown while there is no connection.
import "../site/offline.js";
