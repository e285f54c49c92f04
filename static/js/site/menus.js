// Menus are <details>, so they work without this; here they close as people expect of a menu.

// Looked up anew each time: pages swap some of them.
const openMenus = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
