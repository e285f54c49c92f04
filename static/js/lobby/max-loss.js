// What a session can cost, beside the form that opens a table.

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // Asked too often, the server says so in place of a number, which would be an old one.
  if (detail.target.id === "worst" && detail.xhr.status === 429) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});
