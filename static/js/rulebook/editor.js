// The house rules editor. The server answers every change with the options that apply and a preview
// of the rules; this keeps input typed in the meantime and highlights changed sentences.

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
  // The answer is for an older form and would undo later input.
  stale = filledIn() !== sent;
  if (stale) event.detail.shouldSwap = false;
  before = new Set(sentences().map((each) => each.textContent));
  rememberFocus();
});

options.addEventListener("focusout", () => {
  // Input that was undone fires no change event, so send the form again here.
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
  // htmx restores the focus but not the selection, so the next digit would be appended instead of
  // replacing the number.
  const focused = document.activeElement;
  if (focus === null || !focus.id || focus.id !== focused.id) return;
  if (focus.selectionStart != null) {
    focused.setSelectionRange(focus.selectionStart, focus.selectionEnd);
  }
  // Options that appeared or disappeared above have moved it.
  const moved = focused.getBoundingClientRect().top - focus.top;
  if (moved) window.scrollBy({ top: moved, behavior: "instant" });
}

function showWords(paragraph) {
  // Only where the preview is beside the options and scrolls separately.
  if (!paragraph || words.scrollHeight <= words.clientHeight) return;
  const matter = paragraph.closest(".rules-matter").getBoundingClientRect();
  // At the end of the page the preview is partly covered by the section bar.
  const hidden = Math.max(
    words.querySelector(".words-title").getBoundingClientRect().bottom,
    document.querySelector("#editor-sections").getBoundingClientRect().bottom,
  );
  words.scrollBy({ top: matter.top - hidden - 16 });
}
