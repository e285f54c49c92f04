// Alerts, loaded in addition to the page's own script.
import "../site/alerts.js";
