// Offline page.
import "../site/offline.js";
