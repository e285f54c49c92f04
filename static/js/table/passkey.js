// Passing by key. Because a letter is easily pressed by mistake, passing waits a moment in which
// any other key or press cancels it. Pressing the key again passes at once.

import { announce, table } from "./page.js";

const MOMENT = 600;

let timer = 0;
let meant = "";

const button = () => document.getElementById("pass");
const sign = () => document.getElementById("pass-soon");

export function passByKey() {
  if (!button() || button().disabled) return;
  if (timer) {
    pass();
    return;
  }
  meant = table.dataset.moment;
  timer = setTimeout(pass, MOMENT);
  if (!sign()) return;
  sign().hidden = false;
  announce(sign().textContent, false);
}

function pass() {
  takeBack();
  if (meant === table.dataset.moment) button()?.click();
}

function takeBack() {
  clearTimeout(timer);
  timer = 0;
  if (sign()) sign().hidden = true;
}

export function watchPassKey() {
  const other = (event) => timer && event.key?.toLowerCase() !== "p" && takeBack();
  for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, other, true);
}
