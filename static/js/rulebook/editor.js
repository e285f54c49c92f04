// The house rules editor. The server answers every change with the options that apply and a preview
// of the rules; this keeps input typed in the meantime and highlights changed sentences.

const options = document.querySelector("#editor-options");
const preview = document.querySelector("#in-words");

let sentForm = "";
let isStale = false;
let chapter = "";
let previousSentences = new Set();
let savedFocus = null;

/** Return the values of all controls as one text. */
function serializeForm() {
  const controls = options.querySelectorAll("input, select");
  return JSON.stringify(
    Array.from(controls, ({ type, checked, value }) => (type === "radio" ? checked : value)),
  );
}

/** Return the paragraphs of the preview. */
function getSentences() {
  return Array.from(preview.querySelectorAll(".rules-topic > p"));
}

options.addEventListener("change", (event) => {
  chapter = event.target.closest("[data-chapter]")?.dataset.chapter ?? "";
});

options.addEventListener("htmx:beforeRequest", () => {
  sentForm = serializeForm();
});

options.addEventListener("htmx:beforeSwap", (event) => {
  // The answer is for an older form and would undo later input.
  isStale = serializeForm() !== sentForm;
  if (isStale) event.detail.shouldSwap = false;
  previousSentences = new Set(getSentences().map((each) => each.textContent));
  saveFocus();
});

options.addEventListener("focusout", () => {
  // Input that was undone fires no change event, so send the form again here.
  if (isStale) window.htmx.trigger(options, "change");
});

options.addEventListener("htmx:afterRequest", (event) => {
  if (isStale || !event.detail.successful) return;
  restoreFocusPosition();
  const changed = getSentences().filter((each) => !previousSentences.has(each.textContent));
  for (const each of changed) each.classList.add("is-new");
  scrollToSentence(changed.find((each) => each.closest(`#rules-${chapter}`)) ?? changed[0]);
});

/** Save the focused control, its selection and its place on the screen. */
function saveFocus() {
  const { id, selectionStart, selectionEnd } = document.activeElement;
  const { top } = document.activeElement.getBoundingClientRect();
  savedFocus = { id, selectionStart, selectionEnd, top };
}

/** Restore the selection and the place on the screen of the focused control. */
function restoreFocusPosition() {
  // htmx restores the focus but not the selection, so the next digit would be appended instead of
  // replacing the number.
  const focused = document.activeElement;
  if (savedFocus === null || !savedFocus.id || savedFocus.id !== focused.id) return;
  if (savedFocus.selectionStart != null) {
    focused.setSelectionRange(savedFocus.selectionStart, savedFocus.selectionEnd);
  }
  // Options that appeared or disappeared above have moved it.
  const offset = focused.getBoundingClientRect().top - savedFocus.top;
  if (offset) window.scrollBy({ top: offset, behavior: "instant" });
}

/** Scroll the preview to a paragraph. */
function scrollToSentence(paragraph) {
  // Only where the preview is beside the options and scrolls separately.
  if (!paragraph || preview.scrollHeight <= preview.clientHeight) return;
  const section = paragraph.closest(".rules-topic").getBoundingClientRect();
  // At the end of the page the preview is partly covered by the section bar.
  const coveredUntil = Math.max(
    preview.querySelector(".editor-preview-title").getBoundingClientRect().bottom,
    document.querySelector("#editor-sections").getBoundingClientRect().bottom,
  );
  preview.scrollBy({ top: section.top - coveredUntil - 16 });
}
