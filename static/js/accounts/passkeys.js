// Passkeys are asked for by the account library's scripts. Here is what they leave open: what is
// shown where nothing comes of it, and that a browser without passkeys is offered none.

if (!window.PublicKeyCredential) {
  for (const offer of document.querySelectorAll("[data-passkey]")) offer.hidden = true;
}

document.addEventListener("allauth.error", (event) => {
  // It would be told to nobody but the console.
  event.preventDefault();
  const note = document.querySelector("[data-passkey-failed]");
  if (note) note.hidden = false;
});
