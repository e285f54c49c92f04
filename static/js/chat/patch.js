// Applies chat updates: usually one new line to append, sometimes the whole chat. Even then only
// new lines are inserted, so that screen readers read only those, and open menus and the scroll
// position are kept.

import { localizeTime } from "../site/times.js";
import { page } from "../table/page.js";
import { chat, getLineNumber, getLines, list, log } from "./elements.js";
import { showReaction } from "./reactions.js";
import { refreshUnread } from "./unread.js";

let shownFoot = "";
// Whether the list is scrolled to its end, and should stay there.
let isAtEnd = true;

/** Update the chat on the page to the received one. */
function patchChat(fresh) {
  chat.dataset.mayWrite = fresh.dataset.mayWrite;
  patchLines([...fresh.querySelectorAll(".chat-line")]);
  const foot = fresh.querySelector(".chat-foot");
  if (foot.innerHTML !== shownFoot) {
    shownFoot = foot.innerHTML;
    chat.querySelector(".chat-foot").replaceWith(foot);
  }
}

/** Keep lines that still exist, remove others, insert new ones. */
function patchLines(fresh) {
  const currentNumbers = new Set(fresh.map(getLineNumber));
  for (const line of getLines()) if (!currentNumbers.has(getLineNumber(line))) line.remove();
  let next = list.firstElementChild;
  for (const line of fresh) {
    if (next && getLineNumber(next) === getLineNumber(line)) {
      updateSeat(next, line);
      next = next.nextElementSibling;
      continue;
    }
    showTime(line);
    list.insertBefore(line, next);
  }
}

/** Update the writer's seat, the only part that changes: players change and leave seats. */
function updateSeat(shown, fresh) {
  const [who, freshWho] = [shown, fresh].map((line) => line.querySelector(".chat-author"));
  if (freshWho.dataset.seat === undefined) delete who.dataset.seat;
  else who.dataset.seat = freshWho.dataset.seat;
}

/** Append new lines and drop the oldest ones. */
function appendLines(fresh) {
  for (const line of fresh) {
    showTime(line);
    list.append(line);
    showReaction(line);
  }
  for (const line of getLines().slice(0, -Number(list.dataset.maxLines))) line.remove();
}

/** Show times in the browser's time zone; lines are rendered once for all readers, in UTC. */
function showTime(line) {
  localizeTime(line.querySelector("time"));
}

/** Scroll the chat to its newest line. */
export function scrollToEnd() {
  log.scrollTop = log.scrollHeight;
}

/** Keep the chat scrolled to its end while the reader does not scroll back. */
function keepAtEnd() {
  log.addEventListener("scroll", () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  });
  // The list's height changes with the note below it, and when the chat opens.
  new ResizeObserver(() => isAtEnd && scrollToEnd()).observe(log);
}

/** Apply a received part of the chat in place of the swap by htmx. */
function applyUpdate(event) {
  const { fragment } = event.detail;
  if (event.target === chat) patchChat(fragment.firstElementChild);
  else if (event.target === list) appendLines([...fragment.children]);
  else return;
  event.detail.shouldSwap = false;
  if (isAtEnd) scrollToEnd();
  refreshUnread();
}

/** Show the times of all lines, and apply updates from now on. */
export function watchLines() {
  getLines().forEach(showTime);
  shownFoot = chat.querySelector(".chat-foot").innerHTML;
  keepAtEnd();
  page.addEventListener("htmx:oobBeforeSwap", applyUpdate);
}
