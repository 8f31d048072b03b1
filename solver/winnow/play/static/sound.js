'use strict';
/* Short sounds, made here: a card put down, a game won, beeps of a clock; and the button that mutes them. */
(function (W) {
  const TONES = { place: [[180, 0, 0.05]], win: [[523, 0, 1.2], [659, 0.09, 1.2], [784, 0.18, 1.2], [1047, 0.27, 1.4]] };
  const BEEPS = { start: [[880, 0, 0.25]], end: [[440, 0, 0.25]], tick: [[1200, 0, 0.04]] };
  let context = null;

  /** Sound tones, each a pitch, when it begins and how long it lasts; a browser without sound stays silent. */
  function sounded(tones, type, loudness) {
    /* Before a press of the player a browser plays nothing. */
    if (!window.AudioContext || (navigator.userActivation && !navigator.userActivation.hasBeenActive)) return;
    context = context || new AudioContext();
    for (const [pitch, after, length] of tones) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + after;
      tone.type = type;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loudness, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  }

  /** Whether there are sounds: as the player chose, else unless the system asks for less motion. */
  W.hears = () => W.store.settings.sounds ?? !W.calm();

  W.sound = function (name) {
    if (W.hears()) sounded(TONES[name], 'triangle', 0.12);
  };

  /** Return the button that mutes all sounds, and brings them back. */
  W.muteButton = function () {
    const show = () => {
      button.replaceChildren(W.icon(W.hears() ? 'sound' : 'mute'));
      button.setAttribute('aria-pressed', String(!W.hears()));
    };
    const button = W.el('button', { type: 'button', class: 'plain mute', 'aria-label': 'Mute', title: 'Sounds on or off', onclick: () => {
      W.store.set('sounds', !W.hears());
      show();
    } });
    show();
    return button;
  };

  W.beep = function (name) {
    if (W.store.settings.sounds !== false) sounded(BEEPS[name], 'sine', 1);
  };
})(window.Winnow);
