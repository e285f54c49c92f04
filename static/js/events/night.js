// The page of a club night: it fetches itself again when it is told to.

import { watch } from "./connection.js";
import { remember, restore } from "./kept.js";

watch(
  () => {},
  () => {},
);
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSwap", restore);
