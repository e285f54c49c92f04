// A classic, blocking script: sets the preferences on <html> before the first paint, so that the dark
// theme never flashes white. site/looks.js has the menu that changes them.

import "../site/installed.js";
import "../site/zone.js";

(() => {
  for (const look of [
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
      const value = localStorage.getItem(`look-${look}`);
      if (value) document.documentElement.dataset[look] = value;
    } catch {
      // Storage may be forbidden; then the defaults apply.
    }
  }
})();
