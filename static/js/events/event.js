// The page of an event: its parts are replaced when something happens.

import { watchConnection } from "./connection.js";
import { addCsrfTokens, saveState, restoreState } from "./page-state.js";
import { refreshOwnLines } from "./own-lines.js";

watchConnection(saveState, () => {
  addCsrfTokens();
  refreshOwnLines();
  restoreState();
});
