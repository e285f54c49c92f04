// What is set in the collapsed options of the form for a table, in words beside their heading.

import { labelled } from "../site/wording.js";

/** Return the field's value in words; empty for a blank field or one that isn't checked. */
function inWords(field) {
  const isChoice = field.type === "checkbox" || field.type === "radio";
  if (isChoice && !field.checked) return "";
  if (isChoice) return field.dataset.summary ?? field.labels[0].textContent.trim();
  if (field.tagName === "SELECT") return field.selectedOptions[0]?.textContent.trim() ?? "";
  return field.value && labelled(field.labels[0].textContent.trim(), field.value);
}

document.querySelector(".open-more")?.addEventListener("change", ({ target, currentTarget }) => {
  const words = currentTarget.querySelector(`[data-option="${target.name}"]`);
  if (!words) return;
  words.textContent = inWords(target);
  words.hidden = !words.textContent;
});
