// Notification settings.
import "../site/preferences.js";
import "../site/menus.js";
import "../site/expired-form.js";
import "../accounts/push.js";
