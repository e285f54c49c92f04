// On-screen keys for ranks, which type into the player's field.

import { removeLastRank } from "./rank-text.js";

for (const keys of document.querySelectorAll(".paper-rank-keys")) {
  const field = document.getElementById(keys.dataset.inputId);
  keys.hidden = false;
  // On touch screens, don't open a keyboard that would cover half of the page.
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
  keys.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    field.value = key.value
      ? `${field.value.trim()} ${key.value}`.trim()
      : removeLastRank(field.value);
  });
}
