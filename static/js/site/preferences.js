// The preferences menu: theme, deck colours, and at a table further switches. Stored in this browser
// only. Changes are announced by the event "preference-change" on <html>; its detail is the name of
// the preference.

import { requestPermission, showRefusal } from "./notification-permission.js";

const root = document.documentElement;

/** Set a preference, store it and announce the change. */
export function setPreference(preference, value) {
  root.dataset[preference] = value;
  try {
    localStorage.setItem(`look-${preference}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  root.dispatchEvent(new CustomEvent("preference-change", { detail: preference }));
}

/** Show a choice among several values, and set the one that is picked. */
function watchRadios(group) {
  const { preference } = group.dataset;
  const current = root.dataset[preference];
  for (const input of group.querySelectorAll("input")) {
    if (current) input.checked = input.value === current;
    input.addEventListener("change", () => setPreference(preference, input.value));
  }
}

/** Show a switch, which other controls may change as well, and set "on" or "off". */
function watchSwitch(input) {
  const { preference } = input.dataset;
  const show = () => {
    const current = root.dataset[preference];
    if (current) input.checked = current === "on";
  };
  show();
  root.addEventListener("preference-change", show);
  input.addEventListener("change", () => setPreference(preference, input.checked ? "on" : "off"));
}

/** Watch the switch of notifications; the browser's permission can be withdrawn at any time. */
function watchNotifications(input) {
  const isOn = () => root.dataset.notices === "on";
  input.checked = isOn() && window.Notification?.permission === "granted";
  if (isOn() && !input.checked) showRefusal();
  input.addEventListener("change", async () => {
    if (input.checked) input.checked = await requestPermission();
    setPreference("notices", input.checked ? "on" : "off");
  });
}

/** Watch a slider with values from 0 to 100. */
function watchSlider(input) {
  const { preference } = input.dataset;
  input.value = root.dataset[preference] ?? input.value;
  input.addEventListener("change", () => setPreference(preference, input.value));
}

document.querySelectorAll("fieldset[data-preference]").forEach(watchRadios);
document.querySelectorAll("input[type='checkbox'][data-preference]").forEach(watchSwitch);
document.querySelectorAll("input[type='range'][data-preference]").forEach(watchSlider);
document.querySelectorAll("#notices-switch").forEach(watchNotifications);
