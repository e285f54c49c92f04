// Keys for ranks: what a thumb presses is written into the field of the player.

/** Take the last rank of a text away, and write the others with a blank between them. */
const withoutLast = (text) => text.trim().split(/\s+/).slice(0, -1).join(" ");

for (const keys of document.querySelectorAll(".paper-keys")) {
  const field = document.getElementById(keys.dataset.for);
  keys.hidden = false;
  // Where there is no keyboard, none need cover half of the page.
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
  keys.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    field.value = key.value
      ? `${field.value.trim()} ${key.value}`.trim()
      : withoutLast(field.value);
  });
}
