// Choosing members of a club: search, buttons that tick several, and the number of those chosen.

/** Fold case and accents, so that "nunez" finds "Núñez". */
const fold = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();

/** Add the tools to a picker. */
function setUp(picker) {
  const tools = picker.querySelector(".member-picker-tools");
  const search = tools.querySelector("input");
  const status = tools.querySelector("[role=status]");
  const options = [...picker.querySelectorAll("li")].map((item) => ({
    item,
    box: item.querySelector("input"),
    text: fold(item.dataset.search),
    isLast: "last" in item.dataset,
  }));
  const isShown = ({ item, box }) => !(item.hidden || box.disabled);

  /** Say how many are chosen and, during a search, how many were found. */
  function showCount() {
    const total = options.filter(({ box }) => box.checked).length;
    const found = options.filter(({ item }) => !item.hidden).length;
    const { selectedMessage, foundMessage } = picker.dataset;
    const message = search.value.trim() ? foundMessage : selectedMessage;
    status.textContent = message.replace("%count%", search.value.trim() ? found : total);
    status.textContent = status.textContent.replace("%total%", total);
  }

  /** Show the members whose name and username have all the words. */
  function filter() {
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    for (const { item, text } of options) item.hidden = !words.every((word) => text.includes(word));
    showCount();
  }

  /** Set the ticks of these options. */
  function tick(picked, isOn) {
    for (const { box } of picked) box.checked = isOn && !box.disabled;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Tick the last event's players, and fill in the names of those without an account. */
  function tickLast() {
    const names = picker.closest("form")?.querySelector("[data-last-names]");
    if (names && !names.value.trim()) names.value = names.dataset.lastNames;
    tick(
      options.filter(({ isLast }) => isLast),
      true,
    );
  }

  const picks = {
    last: tickLast,
    all: () => tick(options.filter(isShown), true),
    none: () => tick(options, false),
  };

  search.addEventListener("input", filter);
  // Enter ticks the only member found, and never sends the form.
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const found = options.filter(isShown);
    if (!search.value.trim() || found.length !== 1) return;
    search.value = "";
    filter();
    tick(found, true);
  });
  // What is searched for is no part of the form.
  search.addEventListener("change", (event) => event.stopPropagation());
  tools.addEventListener("click", (event) => {
    picks[event.target.closest("[data-pick]")?.dataset.pick]?.();
  });
  picker.addEventListener("change", showCount);
  tools.hidden = false;
  showCount();
}

document.querySelectorAll("[data-member-picker]").forEach(setUp);
