// Clears the notice that updates are delayed on each new connection; the server repeats it if needed.

document.addEventListener("htmx:wsOpen", () => {
  document.getElementById("live-late")?.replaceChildren();
});
