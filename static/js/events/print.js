// The print button of printable pages; hidden without scripts, as it would do nothing.
const button = document.querySelector("[data-print]");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
