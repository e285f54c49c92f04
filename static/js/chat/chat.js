// Entry point of the table chat.

import { watchDrawer } from "./drawer.js";
import { watchLines } from "./patch.js";
import { watchWriting } from "./send.js";
import { watchUnread } from "./unread.js";

export function watchChat() {
  watchLines();
  watchUnread();
  watchWriting();
  watchDrawer();
}
