// Menus are <details> and work without JavaScript; this closes them as users expect of a menu.

import { watchOutsidePress } from "./outside-press.js";

// Queried each time, because pages replace some menus.
const getOpenMenus = () => document.querySelectorAll("details[data-menu][open]");

/** Return a popover and the buttons that open it. */
const getParts = (popover) => [
  popover,
  ...document.querySelectorAll(`[popovertarget="${popover.id}"]`),
];

watchOutsidePress(() =>
  [...getOpenMenus()].map((menu) => ({
    parts: [menu],
    close: () => (menu.open = false),
  })),
);
// The browser closes popovers by itself, but passes the press on to what lies under it.
watchOutsidePress(() =>
  [...document.querySelectorAll(":popover-open")].map((popover) => ({
    parts: getParts(popover),
    close: () => popover.matches(":popover-open") && popover.hidePopover(),
  })),
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of getOpenMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
