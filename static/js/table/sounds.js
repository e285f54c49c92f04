// Synthesized sounds of a few notes, if the player turned them on. Browsers allow sound only after
// the first interaction with the page, so nothing is created before.

import { isOn } from "./page.js";

// Each note: start and duration in seconds, pitch in hertz, volume.
const SOUNDS = {
  laid: [[0, 0.06, 210, 0.5, "triangle"]],
  turn: [
    [0.08, 0.14, 660, 0.3, "sine"],
    [0.2, 0.2, 880, 0.3, "sine"],
  ],
  called: [
    [0.05, 0.1, 988, 0.16, "square"],
    [0.2, 0.1, 988, 0.16, "square"],
  ],
  won: [
    [0, 0.16, 523, 0.3, "triangle"],
    [0.13, 0.16, 659, 0.3, "triangle"],
    [0.26, 0.16, 784, 0.3, "triangle"],
    [0.39, 0.4, 1047, 0.3, "triangle"],
  ],
  over: [
    [0, 0.18, 392, 0.25, "triangle"],
    [0.16, 0.3, 294, 0.25, "triangle"],
  ],
};

// Default volume, of 100.
const USUAL_VOLUME = 60;

let audio = null;

const loudnessOf = (loudness) => {
  const volume = Number(document.documentElement.dataset.volume ?? USUAL_VOLUME) / 100;
  // Hearing is not linear: squaring makes half the setting sound half as loud.
  return (loudness * volume * volume) / (USUAL_VOLUME / 100) ** 2;
};

/** Play the sound of an event. */
export function sound(happened) {
  if (!prepare()) return;
  const heard = { ...happened, called: happened.called.length > 0 };
  for (const name of Object.keys(SOUNDS)) {
    if (heard[name]) for (const note of SOUNDS[name]) play(...note);
  }
}

/** Whether sounds are on and allowed. */
function prepare() {
  if (!isOn("sounds") || !navigator.userActivation?.hasBeenActive) return false;
  audio ??= new AudioContext();
  audio.resume();
  return true;
}

function play(begin, length, pitch, wanted, shape) {
  const loudness = loudnessOf(wanted);
  if (!loudness) return;
  const from = audio.currentTime + begin;
  const tone = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: loudness });
  // Fade out, because a sudden cut clicks.
  volume.gain.setValueAtTime(loudness, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

export function watchSounds() {
  // Some browsers require starting from an interaction with the page; use the first one.
  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, prepare);
  document.documentElement.addEventListener("lookchange", (event) => {
    if (["sounds", "volume"].includes(event.detail) && prepare())
      for (const note of SOUNDS.turn) play(...note);
  });
}
