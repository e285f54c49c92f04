// Which time zone this browser is in, told to the server by a cookie (accounts/zones.py).

import { showAll } from "./times.js";

const told = document.cookie.match(/(?:^|; )zone=([^;]*)/)?.[1] ?? "";
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && timeZone !== told) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a Cookie Store.
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;
  const { dataset } = document.documentElement;
  // This page was made for no zone, or for the one before; a choice of the account stands.
  if (!dataset.zone || dataset.zone === told) {
    delete dataset.zone;
    document.addEventListener("DOMContentLoaded", showAll);
  }
}
