// Sends the browser's time zone to the server in a cookie (accounts/zones.py).

import { localizeTimes } from "./times.js";

const cookieZone = document.cookie.match(/(?:^|; )zone=([^;]*)/)?.[1] ?? "";
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && timeZone !== cookieZone) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a Cookie Store.
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;
  const { dataset } = document.documentElement;
  // This page was rendered without a time zone, or for an earlier one; the account's choice has priority.
  if (!dataset.zone || dataset.zone === cookieZone) {
    delete dataset.zone;
    document.addEventListener("DOMContentLoaded", localizeTimes);
  }
}
