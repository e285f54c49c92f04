// Detects what has happened at the table since the last check, for sounds and notifications.

import { table } from "./page.js";

let before = null;

const text = (selector) => document.querySelector(selector)?.textContent ?? "";

/** The last-card flags, by seat and text. */
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
    // Includes the player, because a reshuffled stock can bring the same cards back.
    top: text("#board .middle-who b") + faces.map((face) => face.dataset.face).join(" "),
    flags: calls(),
    reminder: document.querySelector("#menu [data-reminder]")?.dataset.reminder ?? "",
    isWinner: document.querySelector(`#board .is-winner[data-seat-no="${seat}"]`) !== null,
  };
}

/**
 * Return what changed since the last check: `laid`, a play; `turn`, the player's turn came or they
 * were reminded of it; `called`, new last-card flags; `won` or `over`, a deal won by the player
 * or by another one.
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
