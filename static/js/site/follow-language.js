// Sockets that the server closes because the page is not in the language that its user chose.

const LANGUAGE_CHANGED = 4205;

/** Have the page loaded again if the code says so (language.js); return whether it does. */
export function followLanguage(code) {
  if (code !== LANGUAGE_CHANGED) return false;
  document.dispatchEvent(new Event("language-changed"));
  return true;
}
