// A message may be lost. When nothing was heard for a while, or the page comes back to the front,
// the server is asked whether it has something newer; it answers only then.

import { send } from "./connection.js";
import { table } from "./page.js";

const SILENCE = 20_000;
let last = Date.now();

export function heard() {
  last = Date.now();
}

function sync() {
  last = Date.now();
  send({ do: "sync", version: table.dataset.version });
}

export function watchSync() {
  setInterval(() => {
    if (Date.now() - last >= SILENCE) sync();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") sync();
  });
}
