// What has happened at the table since the last look, for those who are told by other means than
// the page: by a sound, by a notification.

import { table } from "./page.js";

let before = null;

const text = (selector) => document.querySelector(selector)?.textContent ?? "";

function look() {
  const { turn, seat, phase } = table.dataset;
  const faces = [...document.querySelectorAll("#board .trick [data-face]")];
  return {
    isPlaying: phase === "playing",
    isMyTurn: phase === "playing" && seat !== "" && turn === seat,
    // Who laid it belongs to it: the same cards may come back from a new stock.
    top: text("#board .middle-who b") + faces.map((face) => face.dataset.face).join(" "),
    flags: [...document.querySelectorAll("#board .flag-last")],
    isWinner: document.querySelector(`#board .is-winner[data-seat-no="${seat}"]`) !== null,
  };
}

const callOf = (flag) => flag.closest(".seat").dataset.seatNo + flag.textContent;

/**
 * Look again. What changed, of: `laid`, a card; `turn`, it became the player's; `called`, the
 * flags of seats that came down to their last cards; `won` or `over`, a deal of one's own or not.
 */
export function takeHappenings() {
  const now = look();
  const was = before ?? now;
  const called = new Set(was.flags.map(callOf));
  before = now;
  return {
    laid: now.isPlaying && now.top !== "" && now.top !== was.top,
    turn: now.isMyTurn && !was.isMyTurn,
    called: now.flags.filter((flag) => !called.has(callOf(flag))),
    won: was.isPlaying && !now.isPlaying && now.isWinner,
    over: was.isPlaying && !now.isPlaying && !now.isWinner,
  };
}
