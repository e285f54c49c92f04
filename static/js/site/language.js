// The language of the page. A choice in the menu loads the page again. The browser's other tabs hear of
// it from here; on other devices the user's pages follow when the server closes their sockets. Selected cards are stored anyway (table/hand-layout.js); what
// was typed is stored here and filled in again.

const KEY = "language-reload";
// What was chosen last in this browser.
const CHOICE_KEY = "language";
// A page that was just loaded again and is still in the same language is not loaded once more.
const PAUSE = 10_000;
const FIELDS = "input, textarea, select";
const LEFT_OUT =
  "[type='hidden'], [type='password'], [type='file'], [data-menu] *, [data-language-form] *";

/** Return what identifies a field on the page before and after. */
const getKey = ({ form, id, name, type, value }) =>
  [form?.getAttribute("action"), id, name, /radio|checkbox/.test(type) && value].join(" ");

/** Return the user's input in a field; null if it is as the server sent it. */
function getInput(field) {
  if (field.type === "radio" || field.type === "checkbox") {
    return field.checked === field.defaultChecked ? null : field.checked;
  }
  const { options } = field;
  const isUnchanged = options
    ? [...options].every((option) => option.selected === option.defaultSelected)
    : field.value === field.defaultValue;
  return isUnchanged ? null : field.value;
}

const getFields = () =>
  [...document.querySelectorAll(FIELDS)].filter((field) => !field.matches(LEFT_OUT));

/** Store what was typed, and load the page again. */
function reload() {
  const inputs = getFields().flatMap((field) => {
    const input = getInput(field);
    return input === null ? [] : [[getKey(field), input]];
  });
  const { lang } = document.documentElement;
  const { pathname } = location;
  sessionStorage.setItem(KEY, JSON.stringify({ lang, pathname, inputs, at: Date.now() }));
  // An answer to a form is asked for again, rather than the form sent again.
  history.replaceState(history.state, "", location.href);
  location.reload();
}

/** Return what the page stored before it was loaded again. */
function getStored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Fill in what was typed before the page was loaded again. */
function restoreInputs() {
  const stored = getStored();
  if (!stored.inputs || stored.pathname !== location.pathname) return;
  const inputs = new Map(stored.inputs);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...stored, inputs: null }));
  } catch {
    // Storage may be forbidden.
  }
  for (const field of getFields()) {
    const input = inputs.get(getKey(field));
    if (input === undefined) continue;
    if (typeof input === "boolean") field.checked = input;
    else field.value = input;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

document.addEventListener("language-changed", () => {
  const { lang, at = 0 } = getStored();
  const isRepeated = lang === document.documentElement.lang && Date.now() - at < PAUSE;
  try {
    if (!isRepeated) reload();
  } catch {
    // Without storage the page keeps its language until the user leaves it.
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-language-form]")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
    localStorage.setItem(CHOICE_KEY, event.submitter.value);
    reload();
  } catch {
    // Not connected, or no storage: the user can try again or load the page.
    location.reload();
  }
});

window.addEventListener("storage", ({ key, newValue }) => {
  if (key === CHOICE_KEY && newValue && newValue !== document.documentElement.lang) reload();
});

document.addEventListener("DOMContentLoaded", restoreInputs);
