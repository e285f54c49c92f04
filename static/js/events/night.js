// The page of a club night, which fetches itself again after a message.

import { watch } from "./connection.js";
import { remember, restore } from "./kept.js";

watch(
  () => {},
  () => {},
);
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSwap", restore);
