// Permission to show notifications. Browsers ask once and remember the answer for this site.

const refused = document.getElementById("notices-refused");

/** Show below the switch why it is off. */
export function tellRefusal() {
  const isKnown = "Notification" in window;
  refused.textContent = isKnown ? refused.dataset.denied : refused.dataset.missing;
}

/** Ask for permission to show notifications; return whether it is granted. */
export async function mayNotify() {
  refused.textContent = "";
  const answer = await window.Notification?.requestPermission();
  if (answer !== "granted") tellRefusal();
  return answer === "granted";
}
