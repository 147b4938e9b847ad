import { preferences } from './preferences.svelte';
import type { MatchEvent } from '../wire';

/** Quiet sounds made on the spot, of paper, wood, chalk and a bell. Nothing is heard until somebody asks for it. */
export type Sound = 'paper' | 'wood' | 'chalk' | 'bell' | 'chips';

/** What is heard of what happens; kinds that are not here are silent. */
const HEARD: Record<string, Sound> = {
  dealt: 'paper', turned: 'paper', played: 'paper', laid: 'paper', drew: 'paper', discarded: 'paper', threw: 'paper',
  gave: 'paper', swapped: 'paper', turned_up: 'paper', fourth: 'paper', showed: 'paper', recycled: 'paper',
  moved: 'wood', cantered: 'wood', jumped: 'wood', taken: 'wood', disk: 'wood', contract: 'wood', offered: 'wood',
  ante: 'chips', anted: 'chips', sweetened: 'chips', bought: 'chips', made_bet: 'chips', called: 'chips', raised: 'chips',
  won: 'chips', settled: 'chips', shared: 'chips', paid: 'chips',
  put_out: 'chalk', rejected: 'chalk', challenged: 'chalk', stopped: 'chalk', scored: 'chalk', header: 'chalk',
  hand_over: 'bell', match_over: 'bell', honors: 'bell', castle_taken: 'bell', went_out: 'bell',
}; // prettier-ignore

let context: AudioContext | null = null;

/** What has just happened, to be heard: each sound once, a little apart. */
export function hear(events: MatchEvent[]): void {
  if (!preferences.all.sound) return;
  const wanted = [...new Set(events.flatMap(({ kind }) => HEARD[kind] ?? []))];
  wanted.forEach((sound, i) => play(sound, i * 0.12));
}

/** Turn sound on or off; a bell says that it is on. */
export function switchSound(sound: boolean): void {
  preferences.set({ sound });
  if (sound) play('bell');
}

export function play(sound: Sound, delay = 0): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    MADE[sound](context, context.currentTime + delay + 0.01);
  } catch {
    // A browser without sound plays in silence.
  }
}

const MADE: Record<Sound, (audio: AudioContext, at: number) => void> = {
  paper: (audio, at) => hiss(audio, at, { length: 0.09, low: 2200, high: 7000, loud: 0.08 }),
  chalk: (audio, at) => hiss(audio, at, { length: 0.2, low: 3500, high: 5200, loud: 0.05 }),
  wood: (audio, at) => {
    ring(audio, at, 210, 0.09, 0.16);
    hiss(audio, at, { length: 0.03, low: 300, high: 1400, loud: 0.12 });
  },
  chips: (audio, at) => {
    for (const [i, tone] of [2900, 3400, 3100].entries()) ring(audio, at + i * 0.045, tone, 0.05, 0.025);
  },
  bell: (audio, at) => {
    for (const [i, tone] of [784, 1568, 2110].entries()) ring(audio, at, tone, 0.9 - i * 0.2, 0.05 / (i + 1));
  },
};

function ring(audio: AudioContext, at: number, tone: number, length: number, loud: number): void {
  const source = audio.createOscillator();
  source.frequency.value = tone;
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function hiss(audio: AudioContext, at: number, is: { length: number; low: number; high: number; loud: number }): void {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * is.length), audio.sampleRate);
  noise.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = (is.low + is.high) / 2;
  band.Q.value = band.frequency.value / (is.high - is.low);
  source.connect(band).connect(fading(audio, at, is.length, is.loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
