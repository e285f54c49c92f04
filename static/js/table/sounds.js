// Synthesized sounds of a few notes, unless the player turned them off. Browsers allow sound only
// after the first interaction with the page, so nothing is created before. A hidden page is silent,
// except when the player's turn comes.

import { setPreference } from "../site/preferences.js";

// Each note: start and duration in seconds, pitch in hertz, volume.
const SOUNDS = {
  played: [[0, 0.06, 210, 0.5, "triangle"]],
  turn: [
    [0.08, 0.14, 660, 0.3, "sine"],
    [0.2, 0.2, 880, 0.3, "sine"],
  ],
  lastCards: [
    [0.05, 0.1, 988, 0.16, "square"],
    [0.2, 0.1, 988, 0.16, "square"],
  ],
  won: [
    [0, 0.16, 523, 0.3, "triangle"],
    [0.13, 0.16, 659, 0.3, "triangle"],
    [0.26, 0.16, 784, 0.3, "triangle"],
    [0.39, 0.4, 1047, 0.3, "triangle"],
  ],
  timeUp: [
    [0, 0.35, 880, 0.4, "triangle"],
    [0.45, 0.35, 880, 0.4, "triangle"],
    [0.9, 0.8, 1175, 0.4, "triangle"],
  ],
  wonByOther: [
    [0, 0.18, 392, 0.25, "triangle"],
    [0.16, 0.3, 294, 0.25, "triangle"],
  ],
};

// Default volume, of 100.
const DEFAULT_VOLUME = 60;

let audio = null;

const isSoundOn = () => document.documentElement.dataset.sounds !== "off";

const getLoudness = (loudness) => {
  const volume = Number(document.documentElement.dataset.volume ?? DEFAULT_VOLUME) / 100;
  // Hearing is not linear: squaring makes half the setting sound half as loud.
  return (loudness * volume * volume) / (DEFAULT_VOLUME / 100) ** 2;
};

/** Play the sounds of these changes. */
export function playSounds(changes) {
  if (!prepareAudio()) return;
  const isHidden = document.visibilityState !== "visible";
  const events = isHidden
    ? { turn: changes.turn }
    : { ...changes, lastCards: changes.lastCards.length > 0 };
  for (const name of Object.keys(SOUNDS)) {
    if (events[name]) for (const note of SOUNDS[name]) playNote(...note);
  }
}

/** Play the sound with this name, whether or not the sounds of tables are on. */
export function playSound(name) {
  if (!isSoundAllowed()) return;
  openAudio();
  for (const note of SOUNDS[name]) playNote(...note);
}

/** Return whether sounds are on and allowed, and prepare them. */
function prepareAudio() {
  if (!isSoundOn() || !isSoundAllowed()) return false;
  openAudio();
  return true;
}

function openAudio() {
  audio ??= new AudioContext();
  audio.resume();
}

/** Return whether the browser allows sounds: after the first press in the page. */
export const isSoundAllowed = () => Boolean(navigator.userActivation?.hasBeenActive);

/** Play a note; times in seconds, pitch in hertz. */
function playNote(begin, length, pitch, baseLoudness, shape) {
  const loudness = getLoudness(baseLoudness);
  if (!loudness) return;
  const start = audio.currentTime + begin;
  const tone = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: loudness });
  // Fade out, because a sudden cut clicks.
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Show on the button in the table's bar whether sounds are on. */
function showSoundState() {
  document.getElementById("sound-toggle").setAttribute("aria-pressed", String(isSoundOn()));
}

/** Prepare sounds at the first interaction, and play one when they are changed. */
export function watchSounds() {
  showSoundState();
  document
    .getElementById("sound-toggle")
    .addEventListener("click", () => setPreference("sounds", isSoundOn() ? "off" : "on"));
  // Some browsers require starting from an interaction with the page; use the first one.
  for (const type of ["pointerup", "keydown"]) document.addEventListener(type, prepareAudio);
  document.documentElement.addEventListener("preference-change", (event) => {
    showSoundState();
    if (["sounds", "volume"].includes(event.detail) && prepareAudio())
      for (const note of SOUNDS.turn) playNote(...note);
  });
}
