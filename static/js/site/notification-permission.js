// Permission to show notifications. Browsers ask once and remember the answer for this site.

const refusalNote = document.getElementById("notices-refused");

/** Show below the switch why it is off. */
export function showRefusal() {
  const isSupported = "Notification" in window;
  refusalNote.textContent = isSupported ? refusalNote.dataset.denied : refusalNote.dataset.missing;
}

/** Ask for permission to show notifications; return whether it is granted. */
export async function requestPermission() {
  refusalNote.textContent = "";
  const answer = await window.Notification?.requestPermission();
  if (answer !== "granted") showRefusal();
  return answer === "granted";
}
