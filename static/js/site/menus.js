// Menus are <details> and work without JavaScript; this closes them as users expect of a menu.

// Queried each time, because pages replace some menus.
const getOpenMenus = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  for (const menu of getOpenMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of getOpenMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
