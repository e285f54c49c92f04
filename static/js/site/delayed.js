// What says that live updates may be late was said by one socket: the next one says it anew.

document.addEventListener("htmx:wsOpen", () => {
  document.getElementById("live-late")?.replaceChildren();
});
