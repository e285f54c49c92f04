// A page that is made to be printed: its button does nothing without a script, and is hidden then.
const button = document.querySelector("[data-print]");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
