// Selecting cards of a puzzle. The server decides whether they can be played.

const form = document.getElementById("puzzle-form");
const input = form.elements.namedItem("cards");
const cards = [...document.querySelectorAll("#hand .card")];

const isSelected = (card) => card.getAttribute("aria-pressed") === "true";

/** Put the selected cards into the form; the reason why others were refused no longer holds. */
function store() {
  input.value = cards
    .filter(isSelected)
    .map((card) => card.dataset.card)
    .join(" ");
  document.getElementById("refusal").hidden = true;
}

/** Move the focus by `step` cards. */
function moveFocus(step) {
  const index = cards.indexOf(document.activeElement);
  cards[(index + step + cards.length) % cards.length].focus();
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

for (const card of cards) {
  card.setAttribute("aria-pressed", String(input.value.split(" ").includes(card.dataset.card)));
  card.addEventListener("click", () => {
    card.setAttribute("aria-pressed", String(!isSelected(card)));
    store();
  });
  card.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in STEPS)) return;
    event.preventDefault();
    moveFocus(STEPS[event.key]);
  });
}
