// Passkeys are asked for by the account library's scripts. Here is what they leave open: what is
// shown where nothing comes of it, that a browser without passkeys is offered none, and that no
// button can be pressed before it does something: a press would be lost.

if (!window.PublicKeyCredential) {
  for (const offer of document.querySelectorAll("[data-passkey]")) offer.hidden = true;
}

document.addEventListener("allauth.error", (event) => {
  // It would be told to nobody but the console.
  event.preventDefault();
  const note = document.querySelector("[data-passkey-failed]");
  if (note) note.hidden = false;
});

// The library's scripts, which come before this one, begin at the same event.
document.addEventListener("DOMContentLoaded", () => {
  for (const offer of document.querySelectorAll("[data-passkey]")) {
    const button = offer.querySelector("button") ?? offer;
    button.disabled = false;
  }
});
