// A play chosen ahead of the turn. It stays in this browser: the server hears of it when the turn
// comes, and only if it has judged exactly these cards playable by then.

import { isConnected } from "./connection.js";
import { isJudged, submit } from "./controls.js";
import { selection } from "./hand.js";
import { announce, table } from "./page.js";

let plan = null;

const controls = () => document.getElementById("controls");
const button = () => document.getElementById("plan");

const situation = () => ({
  cards: selection(),
  deal: document.getElementById("hand").dataset.deal,
  trick: controls().dataset.trick,
  // Nobody plans to give a card away.
  does: document.querySelector('#play-form [name="do"]')?.value,
});

/** Whether the plan is about these cards, in this trick of this deal. */
function isStillMeant() {
  const now = situation();
  return Object.keys(now).every((name) => now[name] === plan[name]);
}

export function togglePlan() {
  if (!button() || button().disabled) return;
  plan = plan ? null : situation();
  refreshPlan();
}

/** Keep the plan, drop it, or carry it out. */
export function refreshPlan() {
  if (plan && !isStillMeant()) plan = null;
  if (button()) {
    button().disabled = !(button().dataset.can === "true" && selection());
    button().setAttribute("aria-pressed", String(plan !== null));
  }
  if (plan && controls().dataset.state === "your_turn" && isConnected() && isJudged()) carryOut();
}

function carryOut() {
  plan = null;
  const canPlay = document.getElementById("play").dataset.can === "true";
  // What may cost the player something is left to the player.
  const warning = document.getElementById("warning");
  if (canPlay && !warning) submit("play");
  else lapse(warning ?? document.getElementById("play-reason"));
}

/** Tell, for eyes and ears, why the plan was dropped. */
function lapse(element) {
  const sentence = controls().dataset.lapsed.replace("{reason}", element.textContent);
  element.textContent = sentence;
  element.hidden = false;
  element.classList.add("is-lapsed");
  announce(sentence);
}

export function watchPlan() {
  table.addEventListener("click", (event) => event.target.closest("#plan") && togglePlan());
}
