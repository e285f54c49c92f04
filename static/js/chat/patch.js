// What arrives: mostly a new line alone, to be put below the others; the whole chat where more has
// changed. Of that, too, only what is new is put into the page, so that a screen reader reads that
// alone, and an open menu or a place in the list stays.

import { show } from "../site/times.js";
import { page } from "../table/page.js";
import { chat, lines, list, log, number } from "./page.js";
import { showReaction } from "./reactions.js";
import { refreshUnread } from "./unread.js";

let footShown = "";
// Whether the end of the list is in view, and so stays in view whatever comes.
let isFollowed = true;

/** Bring the chat on the page up to the one that came. */
function patch(fresh) {
  chat.dataset.mayWrite = fresh.dataset.mayWrite;
  patchLines([...fresh.querySelectorAll(".chat-line")]);
  const foot = fresh.querySelector(".chat-foot");
  if (foot.innerHTML !== footShown) {
    footShown = foot.innerHTML;
    chat.querySelector(".chat-foot").replaceWith(foot);
  }
}

/** Lines that still stand stay, the others go, new ones come in. */
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

/** All of a line stays as it was written but the colour: seats are drawn, changed and left. */
function recolour(shown, fresh) {
  const [who, as] = [shown, fresh].map((line) => line.querySelector(".chat-who"));
  if (as.dataset.hue === undefined) delete who.dataset.hue;
  else who.dataset.hue = as.dataset.hue;
}

/** Put new lines below the others; the oldest make room for them. */
function append(fresh) {
  for (const line of fresh) {
    showTime(line);
    list.append(line);
    showReaction(line);
  }
  for (const line of lines().slice(0, -Number(list.dataset.most))) line.remove();
}

/** A line is made once for all who read it, so its time is the world's. */
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
  // A note below takes some of its height, and opening the chat gives it all of it.
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
