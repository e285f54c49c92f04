// Sounds, for those who switched them on: a few notes each, made here. A browser lets nothing be
// heard before its user has touched the page, and nothing is made before that.

import { isOn } from "./page.js";

// Each note: when it begins and how long it lasts, in seconds; its pitch in hertz; how loud.
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

// How loud it is without a choice, of 100.
const USUAL_VOLUME = 60;

let audio = null;

const loudnessOf = (loudness) => {
  const volume = Number(document.documentElement.dataset.volume ?? USUAL_VOLUME) / 100;
  // Ears hear the square: half the way is half as loud.
  return (loudness * volume * volume) / (USUAL_VOLUME / 100) ** 2;
};

/** Sound what happened. */
export function sound(happened) {
  if (!prepare()) return;
  const heard = { ...happened, called: happened.called.length > 0 };
  for (const name of Object.keys(SOUNDS)) {
    if (heard[name]) for (const note of SOUNDS[name]) play(...note);
  }
}

/** Whether anything may be heard. */
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
  // Cut off at once it would click.
  volume.gain.setValueAtTime(loudness, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

export function watchSounds() {
  // Some browsers ask that it begins with a touch of the page; the first one will do.
  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, prepare);
  document.documentElement.addEventListener("lookchange", (event) => {
    if (["sounds", "volume"].includes(event.detail) && prepare())
      for (const note of SOUNDS.turn) play(...note);
  });
}
