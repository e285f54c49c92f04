// Two replays with one stepper: every step is a link that works without this; the arrow keys, Home
// and End press these links, and a table that is chosen is shown at once.

const KEYS = {
  ArrowLeft: "beside-back",
  ArrowRight: "beside-forward",
  Home: "beside-first",
  End: "beside-last",
};

const isTyping = (element) => element.closest?.("input, textarea, select");

document.addEventListener("keydown", (event) => {
  const link = KEYS[event.key];
  if (!link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isTyping(event.target)) return;
  event.preventDefault();
  document.getElementById(link).click();
});
