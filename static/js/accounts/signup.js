// Checks the username while it is typed and suggests a valid one, and adds a button that shows the
// password. Without JavaScript the form is checked when it is sent.

/** Return a valid username: lower case, dots for spaces, other characters dropped. */
export function withoutBlanks(name) {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_.+\-\s]/gu, "")
    .trim()
    .replace(/\s+/g, ".");
}

function suggest(field) {
  const note = document.createElement("p");
  note.className = "field-errors";
  note.setAttribute("role", "status");
  const said = document.createElement("span");
  const take = document.createElement("button");
  take.type = "button";
  take.className = "button button-quiet button-small";
  take.textContent = field.dataset.take;
  field.after(note);
  const look = () => {
    const name = field.value.trim();
    const better = /\s/.test(name) ? withoutBlanks(name) : "";
    said.textContent = better ? field.dataset.username.replace("{name}", better) : "";
    field.setCustomValidity(said.textContent);
    note.replaceChildren(...(better ? [said, " ", take] : []));
  };
  take.addEventListener("click", () => {
    field.value = withoutBlanks(field.value.trim());
    look();
    field.focus();
  });
  field.addEventListener("input", look);
  look();
}

function showable(field) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet button-small show-password";
  button.textContent = field.dataset.show;
  button.addEventListener("click", () => {
    const shows = field.type === "password";
    field.type = shows ? "text" : "password";
    button.textContent = shows ? field.dataset.hide : field.dataset.show;
  });
  // Browsers must not store it as normal text.
  field.form.addEventListener("submit", () => {
    field.type = "password";
  });
  field.after(button);
}

if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll("[data-username]")) suggest(field);
  for (const field of document.querySelectorAll("[data-show]")) showable(field);
}
