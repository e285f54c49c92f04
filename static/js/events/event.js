// The page of an event: its parts are replaced when something happens.

import { watch } from "./connection.js";
import { giveTokens, remember, restore } from "./kept.js";
import { refreshOwn } from "./own.js";

watch(remember, () => {
  giveTokens();
  refreshOwn();
  restore();
});
