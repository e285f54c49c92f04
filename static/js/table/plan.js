// A play chosen ahead of the turn. It stays in this browser: the server hears of it when the turn
// comes, and only if it has judged exactly these cards playable by then. Until then it says with
// every change whether they could be played as the table stands.

import { isConnected } from "./connection.js";
import { isJudged, submit } from "./controls.js";
import { selection } from "./hand.js";
import { announce, table } from "./page.js";
import { isSending } from "./sending.js";

let plan = null;
// What was told of the last one that was dropped; it stands as long as the cards stay chosen.
let lapsed = null;

const controls = () => document.getElementById("controls");
const button = () => document.getElementById("plan");
const reason = () => document.getElementById("play-reason");
const isMyTurn = () => controls().dataset.state === "your_turn";

const situation = () => ({
  cards: selection(),
  deal: document.getElementById("hand").dataset.deal,
  trick: controls().dataset.trick,
  // Nobody plans to give a card away.
  does: document.querySelector('#play-form [name="do"]')?.value,
});

export function togglePlan() {
  if (!button()) return;
  if (button().disabled) {
    // Refused at once, and not without a word.
    if (selection() && isJudged() && reason()) announce(reason().textContent);
    return;
  }
  if (plan) {
    forget();
  } else {
    plan = { ...situation(), leadsNext: "leadsNext" in controls().dataset };
    announce(controls().dataset.planned);
  }
  refreshPlan();
}

/** Without a word: the player has changed it. */
function forget() {
  plan = null;
  if (reason()?.textContent === controls().dataset.planned) reason().hidden = true;
}

/** Keep the plan, drop it, or carry it out. */
export function refreshPlan() {
  if (plan) follow();
  if (button()) {
    const canPlan = button().dataset.can === "true" && isJudged() && selection() !== "";
    button().disabled = !canPlan;
    button().setAttribute("aria-pressed", String(plan !== null));
    if (plan) say(controls().dataset.planned);
  }
  if (plan && isMyTurn() && isConnected() && isJudged() && !isSending()) carryOut();
  else if (lapsed) tellAgain();
}

function tellAgain() {
  const { cards, deal } = situation();
  const canPlay = (isMyTurn() ? document.getElementById("play") : button())?.dataset.can === "true";
  if (!isJudged()) return;
  if (plan || canPlay || !reason() || cards !== lapsed.cards || deal !== lapsed.deal) lapsed = null;
  else lapse(reason(), lapsed.why);
}

/** Whether the plan is still about these cards, in this trick of this deal; or drop it. */
function follow() {
  const now = situation();
  const isMeant = ["cards", "deal", "does"].every((name) => now[name] === plan[name]);
  // Whose own play nobody beat goes on to lead the next trick.
  const isTrick = now.trick === plan.trick || (plan.leadsNext && isMyTurn());
  if (!isMeant) forget();
  else if (!isTrick) drop(controls().dataset.anotherTrick);
  else if (!isMyTurn() && isJudged() && button()?.dataset.can !== "true")
    drop(reason().textContent);
}

function drop(why) {
  plan = null;
  lapse(reason(), why);
}

function carryOut() {
  plan = null;
  const canPlay = document.getElementById("play").dataset.can === "true";
  // What may cost the player something is left to the player.
  const warning = document.getElementById("warning");
  if (canPlay && !warning) submit("play");
  else lapse(warning ?? reason());
}

function say(sentence) {
  reason().textContent = sentence;
  reason().hidden = false;
}

/** Tell, for eyes and ears, why the plan was dropped. */
function lapse(element, why = element.textContent) {
  const sentence = controls().dataset.lapsed.replace("{reason}", why);
  element.textContent = sentence;
  element.hidden = false;
  element.classList.add("is-lapsed");
  lapsed = { ...situation(), why };
  announce(sentence);
}

export function watchPlan() {
  table.addEventListener("click", (event) => event.target.closest("#plan") && togglePlan());
}
