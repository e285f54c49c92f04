// What has happened at the table since the last look, for those who are told by other means than
// the page: by a sound, by a notification.

import { table } from "./page.js";

let before = null;

const text = (selector) => document.querySelector(selector)?.textContent ?? "";

/** The flags of last cards, by seat and what they say. */
function calls() {
  const flags = [...document.querySelectorAll("#board .flag-last")];
  return new Map(
    flags.map((flag) => [flag.closest(".seat").dataset.seatNo + flag.textContent, flag]),
  );
}

function look() {
  const { turn, seat, phase } = table.dataset;
  const faces = [...document.querySelectorAll("#board .trick [data-face]")];
  return {
    isPlaying: phase === "playing",
    isMyTurn: phase === "playing" && seat !== "" && turn === seat,
    // Who laid it belongs to it: the same cards may come back from a new stock.
    top: text("#board .middle-who b") + faces.map((face) => face.dataset.face).join(" "),
    flags: calls(),
    reminder: document.querySelector("#menu [data-reminder]")?.dataset.reminder ?? "",
    isWinner: document.querySelector(`#board .is-winner[data-seat-no="${seat}"]`) !== null,
  };
}

/**
 * Look again. What changed, of: `laid`, a card; `turn`, it became the player's, or they were
 * reminded of it; `called`, the
 * flags of seats that came down to their last cards; `won` or `over`, a deal of one's own or not.
 */
export function takeHappenings() {
  const now = look();
  const was = before ?? now;
  const called = [...now.flags].filter(([call]) => !was.flags.has(call)).map(([, flag]) => flag);
  before = now;
  return {
    laid: now.isPlaying && now.top !== "" && now.top !== was.top,
    turn: now.isMyTurn && (!was.isMyTurn || (now.reminder !== "" && now.reminder !== was.reminder)),
    called,
    won: was.isPlaying && !now.isPlaying && now.isWinner,
    over: was.isPlaying && !now.isPlaying && !now.isWinner,
  };
}
