// Checks the username while it is typed and suggests a valid one, and adds a button that shows the
// password. Without JavaScript the form is checked when it is sent.

/** Return a valid username: lower case, dots for spaces, other characters dropped. */
export function suggestUsername(name) {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_.+\-\s]/gu, "")
    .trim()
    .replace(/\s+/g, ".");
}

/** Check the username in this field while it is typed, and suggest a valid one. */
function watchUsername(field) {
  const note = document.createElement("p");
  note.className = "field-errors";
  note.setAttribute("role", "status");
  const message = document.createElement("span");
  const acceptButton = document.createElement("button");
  acceptButton.type = "button";
  acceptButton.className = "button button-quiet button-small";
  acceptButton.textContent = field.dataset.useLabel;
  field.after(note);
  const errors = field.closest(".field").querySelector("ul.field-errors");
  const checkUsername = () => {
    const name = field.value.trim();
    const suggestion = /\s/.test(name) ? suggestUsername(name) : "";
    message.textContent = suggestion ? field.dataset.username.replace("{name}", suggestion) : "";
    // The server's message says the same until the name is changed.
    if (errors) errors.hidden = Boolean(suggestion);
    note.replaceChildren(...(suggestion ? [message, " ", acceptButton] : []));
  };
  acceptButton.addEventListener("click", () => {
    field.value = suggestUsername(field.value.trim());
    checkUsername();
    field.focus();
  });
  field.addEventListener("input", checkUsername);
  checkUsername();
}

/** Add a button after the field that shows and hides the password. */
function addPasswordToggle(field) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet button-small show-password";
  button.textContent = field.dataset.show;
  button.addEventListener("click", () => {
    const isMasked = field.type === "password";
    field.type = isMasked ? "text" : "password";
    button.textContent = isMasked ? field.dataset.hide : field.dataset.show;
  });
  // Browsers must not store it as normal text.
  field.form.addEventListener("submit", () => {
    field.type = "password";
  });
  field.after(button);
}

if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll("[data-username]")) watchUsername(field);
  for (const field of document.querySelectorAll("[data-show]")) addPasswordToggle(field);
}
