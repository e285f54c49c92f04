// A classic, blocking script: sets the preferences on <html> before the first paint, so that the dark
// theme never flashes white. site/preferences.js has the menu that changes them.

import "../site/language.js";
import "../site/register-worker.js";
import "../site/time-zone.js";

(() => {
  for (const preference of [
    "theme",
    "deck",
    "felt",
    "back",
    "keys",
    "passing",
    "sounds",
    "volume",
    "notices",
  ]) {
    try {
      const value = localStorage.getItem(`look-${preference}`);
      if (value) document.documentElement.dataset[preference] = value;
    } catch {
      // Storage may be forbidden; then the defaults apply.
    }
  }
})();
