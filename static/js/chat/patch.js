// Applies chat updates: usually one new line to append, sometimes the whole chat. Even then only
// new lines are inserted, so that screen readers read only those, and open menus and the scroll
// position are kept.

import { show } from "../site/times.js";
import { page } from "../table/page.js";
import { chat, lines, list, log, number } from "./page.js";
import { showReaction } from "./reactions.js";
import { refreshUnread } from "./unread.js";

let footShown = "";
// Whether the list is scrolled to its end, and should stay there.
let isFollowed = true;

/** Update the chat on the page to the received one. */
function patch(fresh) {
  chat.dataset.mayWrite = fresh.dataset.mayWrite;
  patchLines([...fresh.querySelectorAll(".chat-line")]);
  const foot = fresh.querySelector(".chat-foot");
  if (foot.innerHTML !== footShown) {
    footShown = foot.innerHTML;
    chat.querySelector(".chat-foot").replaceWith(foot);
  }
}

/** Keep lines that still exist, remove others, insert new ones. */
function patchLines(fresh) {
  const standing = new Set(fresh.map(number));
  for (const line of lines()) if (!standing.has(number(line))) line.remove();
  let next = list.firstElementChild;
  for (const line of fresh) {
    if (next && number(next) === number(line)) {
      recolour(next, line);
      next = next.nextElementSibling;
      continue;
    }
    showTime(line);
    list.insertBefore(line, next);
  }
}

/** Update a line's colour, the only part that changes: players change and leave seats. */
function recolour(shown, fresh) {
  const [who, as] = [shown, fresh].map((line) => line.querySelector(".chat-who"));
  if (as.dataset.hue === undefined) delete who.dataset.hue;
  else who.dataset.hue = as.dataset.hue;
}

/** Append new lines and drop the oldest ones. */
function append(fresh) {
  for (const line of fresh) {
    showTime(line);
    list.append(line);
    showReaction(line);
  }
  for (const line of lines().slice(0, -Number(list.dataset.most))) line.remove();
}

/** Show times in the browser's time zone; lines are rendered once for all readers, in UTC. */
function showTime(line) {
  show(line.querySelector("time"));
}

export function showEnd() {
  log.scrollTop = log.scrollHeight;
}

function followEnd() {
  log.addEventListener("scroll", () => {
    isFollowed = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  });
  // The list's height changes with the note below it, and when the chat opens.
  new ResizeObserver(() => isFollowed && showEnd()).observe(log);
}

function take(event) {
  const { fragment } = event.detail;
  if (event.target === chat) patch(fragment.firstElementChild);
  else if (event.target === list) append([...fragment.children]);
  else return;
  event.detail.shouldSwap = false;
  if (isFollowed) showEnd();
  refreshUnread();
}

export function watchLines() {
  lines().forEach(showTime);
  footShown = chat.querySelector(".chat-foot").innerHTML;
  followEnd();
  page.addEventListener("htmx:oobBeforeSwap", take);
}
