// The page of a club night, which fetches itself again after a message.

import { watchConnection } from "./connection.js";
import { restoreState, saveState } from "./page-state.js";

watchConnection(
  () => {},
  () => {},
);
document.addEventListener("htmx:beforeSwap", saveState);
document.addEventListener("htmx:afterSwap", restoreState);
