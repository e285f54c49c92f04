// The menu of looks: light, deck colours, keys. Kept in this browser only.

const root = document.documentElement;

function choose(look, value) {
  root.dataset[look] = value;
  try {
    localStorage.setItem(`look-${look}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

for (const group of document.querySelectorAll("[data-look]")) {
  const look = group.dataset.look;
  const current = root.dataset[look];
  for (const input of group.querySelectorAll("input")) {
    if (current) input.checked = input.value === current;
    input.addEventListener("change", () => choose(look, input.value));
  }
}
