// The note that live updates may be late belongs to one socket: clear it when another one opens.

document.addEventListener("htmx:wsOpen", () => {
  document.getElementById("live-late")?.replaceChildren();
});
