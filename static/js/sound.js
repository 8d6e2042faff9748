// Short dry tones. Browsers allow them after the first touch of the page; before that nothing is heard.

let audio = null;

/** Pairs of frequency and start in seconds. Returns whether this browser can make sounds at all. */
export function play(notes) {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
    for (const [pitch, at] of notes) tone(pitch, audio.currentTime + at);
    return true;
  } catch {
    return false;
  }
}

function tone(pitch, at) {
  const source = audio.createOscillator();
  const level = audio.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(0.16, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
  source.connect(level).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.13);
}
