'use strict';
/* Short sounds, made here: a card put down, a card turned, a game won; off until the player wants them. And beeps of a clock. */
(function (W) {
  const TONES = { place: [[180, 0, 0.05]], flip: [[320, 0, 0.03], [420, 0.03, 0.03]], win: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]] };
  const BEEPS = { start: [[880, 0, 0.25]], end: [[440, 0, 0.25]], tick: [[1200, 0, 0.04]] };
  let context = null;

  /** Sound tones, each a pitch, when it begins and how long it lasts; a browser without sound stays silent. */
  function sounded(tones, type, loudness) {
    if (!window.AudioContext) return;
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

  W.sound = function (name) {
    if (W.settings.on('sounds')) sounded(TONES[name], 'triangle', 0.12);
  };

  W.beep = function (name) {
    if (!W.settings.on('silent')) sounded(BEEPS[name], 'sine', 1);
  };
})(window.Winnow);
