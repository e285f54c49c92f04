// Detects what has happened at the table since the last check, for sounds and notifications.

import { table } from "./page.js";
import { getPhase } from "./pulse.js";

let previous = null;

const getText = (selector) => document.querySelector(selector)?.textContent ?? "";

/** Return the last-card flags, by seat and text. */
function getLastCardFlags() {
  const flags = [...document.querySelectorAll("#board .flag-last")];
  return new Map(
    flags.map((flag) => [flag.closest(".seat").dataset.seatNo + flag.textContent, flag]),
  );
}

/** Return what the page shows of the table now. */
function readState() {
  const { turn, seat } = table.dataset;
  const phase = getPhase();
  const faces = [...document.querySelectorAll("#board .trick [data-face]")];
  return {
    isPlaying: phase === "playing",
    isMyTurn: phase === "playing" && seat !== "" && turn === seat,
    // Includes the player, because a reshuffled stock can bring the same cards back.
    top: getText("#board .middle-player b") + faces.map((face) => face.dataset.face).join(" "),
    flags: getLastCardFlags(),
    reminder: document.querySelector("#menu [data-reminder]")?.dataset.reminder ?? "",
    isWinner: document.querySelector(`#board .is-winner[data-seat-no="${seat}"]`) !== null,
  };
}

/**
 * Return what changed since the last check: `played`, a play; `turn`, the player's turn came or
 * they were reminded of it; `lastCards`, new last-card flags; `won` or `wonByOther`, a finished deal.
 */
export function takeChanges() {
  const now = readState();
  const old = previous ?? now;
  const lastCards = [...now.flags].filter(([key]) => !old.flags.has(key)).map(([, flag]) => flag);
  previous = now;
  return {
    played: now.isPlaying && now.top !== "" && now.top !== old.top,
    turn: now.isMyTurn && (!old.isMyTurn || (now.reminder !== "" && now.reminder !== old.reminder)),
    lastCards,
    won: old.isPlaying && !now.isPlaying && now.isWinner,
    wonByOther: old.isPlaying && !now.isPlaying && !now.isWinner,
  };
}
