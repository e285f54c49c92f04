// The editor of house rules. The server answers every change with the options that apply and the
// rules in words; here it is seen to that nothing typed meanwhile is lost, and what changed shows.

const options = document.querySelector("#editor-options");
const words = document.querySelector("#in-words");

let sent = "";
let stale = false;
let chapter = "";
let before = new Set();
let focus = null;

function filledIn() {
  const controls = options.querySelectorAll("input, select");
  return JSON.stringify(
    Array.from(controls, ({ type, checked, value }) => (type === "radio" ? checked : value)),
  );
}

function sentences() {
  return Array.from(words.querySelectorAll(".rules-matter > p"));
}

options.addEventListener("change", (event) => {
  chapter = event.target.closest("[data-chapter]")?.dataset.chapter ?? "";
});

options.addEventListener("htmx:beforeRequest", () => {
  sent = filledIn();
});

options.addEventListener("htmx:beforeSwap", (event) => {
  // The answer is about a form that is no longer: it would undo what was typed since.
  stale = filledIn() !== sent;
  if (stale) event.detail.shouldSwap = false;
  before = new Set(sentences().map((each) => each.textContent));
  rememberFocus();
});

options.addEventListener("focusout", () => {
  // What was typed and taken back is no change, so nothing else would ask again.
  if (stale) window.htmx.trigger(options, "change");
});

options.addEventListener("htmx:afterRequest", (event) => {
  if (stale || !event.detail.successful) return;
  keepFocusInPlace();
  const changed = sentences().filter((each) => !before.has(each.textContent));
  for (const each of changed) each.classList.add("is-new");
  showWords(changed.find((each) => each.closest(`#rules-${chapter}`)) ?? changed[0]);
});

function rememberFocus() {
  const { id, selectionStart, selectionEnd } = document.activeElement;
  const { top } = document.activeElement.getBoundingClientRect();
  focus = { id, selectionStart, selectionEnd, top };
}

function keepFocusInPlace() {
  // htmx brings the focus back, but not a selection from the start: the next digit would be added
  // to the number that it was meant to replace.
  const focused = document.activeElement;
  if (focus === null || !focus.id || focus.id !== focused.id) return;
  if (focus.selectionStart != null) {
    focused.setSelectionRange(focus.selectionStart, focus.selectionEnd);
  }
  // Options that came or went above have moved it.
  const moved = focused.getBoundingClientRect().top - focus.top;
  if (moved) window.scrollBy({ top: moved, behavior: "instant" });
}

function showWords(paragraph) {
  // Only where the words stand beside the options and scroll by themselves.
  if (!paragraph || words.scrollHeight <= words.clientHeight) return;
  const matter = paragraph.closest(".rules-matter").getBoundingClientRect();
  // At the end of the page the words have moved up under the bar of sections.
  const hidden = Math.max(
    words.querySelector(".words-title").getBoundingClientRect().bottom,
    document.querySelector("#editor-sections").getBoundingClientRect().bottom,
  );
  words.scrollBy({ top: matter.top - hidden - 16 });
}
