import type { Replay, ReplayStep } from '../wire';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PACE = 1200; // milliseconds a step at speed 1

/** A match that is over, being shown again. */
export class Film {
  at = $state(0);
  rolling = $state(false);
  speed = $state(1);
  #replay = $state.raw<Replay>()!;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: Replay, at = 0) {
    this.#replay = replay;
    this.go(at);
  }

  /** Seen from another chair: the same moment. */
  flip(replay: Replay): void {
    this.#replay = replay;
  }

  get replay(): Replay {
    return this.#replay;
  }

  get last(): number {
    return this.#replay.steps.length - 1;
  }

  get step(): ReplayStep {
    return this.#replay.steps[this.at]!;
  }

  /** The steps at which a hand begins: the first one, and each after a hand that is over. */
  hands = $derived.by(() => {
    const found = [0];
    this.#replay.steps.forEach((step, i) => {
      if (i < this.last && step.events.some((event) => event.kind === 'hand_over')) found.push(i);
    });
    return found;
  });

  /** The steps of each turn, first and last: one turn may be several actions. */
  turns = $derived.by(() => {
    const found: { first: number; last: number }[] = [];
    this.#replay.steps.forEach((step, i, steps) => {
      const before = steps[i - 1];
      if (before?.on && before.seat === step.seat) found.at(-1)!.last = i;
      else found.push({ first: i, last: i });
    });
    return found;
  });

  /** The hand that is being shown, counted from 0. */
  get hand(): number {
    return this.hands.findLastIndex((first) => first <= this.at);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(Math.round(to) || 0, this.last));
  }

  skip(hands: number): void {
    const within = this.at > this.hands[this.hand]!;
    const wanted = this.hand + (hands < 0 && within ? hands + 1 : hands);
    this.go(wanted < 0 ? 0 : (this.hands[wanted] ?? this.last));
  }

  roll(on: boolean): void {
    clearTimeout(this.#timer);
    if (on && this.at === this.last) this.at = 0;
    this.rolling = on;
    if (on) this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at < this.last) this.#wait();
      else this.rolling = false;
    }, PACE / this.speed);
  }
}
