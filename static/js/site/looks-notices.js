// Leave to show notifications. Browsers ask for it once, and remember the answer for this site.

const refused = document.getElementById("notices-refused");

/** Say below the switch why it is off. */
export function tellRefusal() {
  const isKnown = "Notification" in window;
  refused.textContent = isKnown ? refused.dataset.denied : refused.dataset.missing;
}

/** Ask for leave to show notifications; whether there is. */
export async function mayNotify() {
  refused.textContent = "";
  const answer = await window.Notification?.requestPermission();
  if (answer !== "granted") tellRefusal();
  return answer === "granted";
}
