// A play queued for the player's turn. It stays in the browser and is sent when the turn comes,
// and only if the server has found exactly these cards playable. Until then the server tells after
// each change whether they could be played as the table is now.

import { isConnected } from "./connection.js";
import { isJudged, submit } from "./controls.js";
import { selection } from "./hand.js";
import { announce, table } from "./page.js";
import { isSending } from "./sending.js";

let plan = null;
// The message about the last dropped play, shown while its cards stay selected.
let lapsed = null;

const controls = () => document.getElementById("controls");
const button = () => document.getElementById("plan");
const reason = () => document.getElementById("play-reason");
const isMyTurn = () => controls().dataset.state === "your_turn";

const situation = () => ({
  cards: selection(),
  deal: document.getElementById("hand").dataset.deal,
  trick: controls().dataset.trick,
  // Giving a card can't be queued.
  does: document.querySelector('#play-form [name="do"]')?.value,
});

export function togglePlan() {
  if (!button()) return;
  if (button().disabled) {
    // Refused at once, with a message.
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

/** Drop the queued play silently, because the player changed it. */
function forget() {
  plan = null;
  if (reason()?.textContent === controls().dataset.planned) reason().hidden = true;
}

/** Keep, drop or send the queued play. */
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

/** Return whether the queued play still fits cards, trick and deal; drop it otherwise. */
function follow() {
  const now = situation();
  const isMeant = ["cards", "deal", "does"].every((name) => now[name] === plan[name]);
  // A player whose play was not beaten leads the next trick with it.
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
  // A play with a warning needs the player's own press.
  const warning = document.getElementById("warning");
  if (canPlay && !warning) submit("play");
  else lapse(warning ?? reason());
}

function say(sentence) {
  reason().textContent = sentence;
  reason().hidden = false;
}

/** Show and announce why the queued play was dropped. */
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
