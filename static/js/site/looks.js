// The preferences menu: theme, deck colours, and at a table further switches. Stored in this browser
// only. Changes are announced by the event "lookchange" on <html>, whose detail is the preference's
// name.

import { mayNotify, tellRefusal } from "./looks-notices.js";

const root = document.documentElement;

function choose(look, value) {
  root.dataset[look] = value;
  try {
    localStorage.setItem(`look-${look}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  root.dispatchEvent(new CustomEvent("lookchange", { detail: look }));
}

function watchChoice(group) {
  const { look } = group.dataset;
  const current = root.dataset[look];
  for (const input of group.querySelectorAll("input")) {
    if (current) input.checked = input.value === current;
    input.addEventListener("change", () => choose(look, input.value));
  }
}

function watchSwitch(input) {
  const { look } = input.dataset;
  const current = root.dataset[look];
  if (current) input.checked = current === "on";
  input.addEventListener("change", () => choose(look, input.checked ? "on" : "off"));
}

/** Notifications also need the browser's permission, which can be withdrawn at any time. */
function watchNotices(input) {
  const isOn = () => root.dataset.notices === "on";
  input.checked = isOn() && window.Notification?.permission === "granted";
  if (isOn() && !input.checked) tellRefusal();
  input.addEventListener("change", async () => {
    if (input.checked) input.checked = await mayNotify();
    choose("notices", input.checked ? "on" : "off");
  });
}

/** Sliders have values from 0 to 100. */
function watchSlider(input) {
  const { look } = input.dataset;
  input.value = root.dataset[look] ?? input.value;
  input.addEventListener("change", () => choose(look, input.value));
}

document.querySelectorAll("fieldset[data-look]").forEach(watchChoice);
document.querySelectorAll("input[type='checkbox'][data-look]").forEach(watchSwitch);
document.querySelectorAll("input[type='range'][data-look]").forEach(watchSlider);
document.querySelectorAll("#notices-switch").forEach(watchNotices);
