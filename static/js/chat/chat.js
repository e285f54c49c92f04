// Entry point of the table chat.

import { watchDrawer } from "./drawer.js";
import { watchLines } from "./patch.js";
import { watchWriting } from "./send.js";
import { watchUnread } from "./unread.js";

/** Start the chat of this page. */
export function watchChat() {
  watchLines();
  watchUnread();
  watchWriting();
  watchDrawer();
}
