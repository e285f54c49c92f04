// The page of an event: its parts are replaced when something happens.

import { watchConnection } from "./connection.js";
import { addCsrfTokens, restoreState, saveState } from "./page-state.js";
import { refreshOwnLines } from "./own-lines.js";
import { refreshRoundClock, startRoundClock } from "./round-clock.js";

watchConnection(saveState, () => {
  addCsrfTokens();
  refreshOwnLines();
  refreshRoundClock();
  restoreState();
});
startRoundClock();
