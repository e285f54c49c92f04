// Keyboard control of two replays side by side: the arrow keys, Home and End click the step links,
// which also work without this script.

const KEYS = {
  ArrowLeft: "beside-back",
  ArrowRight: "beside-forward",
  Home: "beside-first",
  End: "beside-last",
};

const isTyping = (element) => element.closest?.("input, textarea, select");

document.addEventListener("keydown", (event) => {
  const linkId = KEYS[event.key];
  if (!linkId || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isTyping(event.target)) return;
  event.preventDefault();
  document.getElementById(linkId).click();
});
