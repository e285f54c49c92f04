// Additions to the account library's passkey scripts: an error message on failure, no passkey buttons
// in browsers without passkeys, and buttons disabled until the scripts are ready, because earlier
// clicks would be lost.

if (!window.PublicKeyCredential) {
  for (const control of document.querySelectorAll("[data-passkey]")) control.hidden = true;
}

document.addEventListener("allauth.error", (event) => {
  // Otherwise the error would only be in the console.
  event.preventDefault();
  const note = document.querySelector("[data-passkey-failed]");
  if (note) note.hidden = false;
});

// The library's scripts, loaded before this one, start at the same event.
document.addEventListener("DOMContentLoaded", () => {
  for (const control of document.querySelectorAll("[data-passkey]")) {
    const button = control.querySelector("button") ?? control;
    button.disabled = false;
  }
});
