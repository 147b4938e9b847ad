import type { Frame, Lesson, MatchEvent } from '../wire';
import type { Judge } from './library';

/** What is answered to something that the lesson did not ask for. */
export interface Reply {
  /** A key of the client's messages, or nothing if `text` is all there is. */
  key: string;
  text: string;
  rule: string;
  /** The sentence of the rules, for the reader's language. */
  saying: string;
  given: Record<string, unknown>;
}

const NOTHING: Reply = { key: '', text: '', rule: '', saying: '', given: {} };

/** A lesson being taken: which moment it has come to, and what it has answered. */
export class Course {
  at = $state(0);
  reply = $state.raw<Reply | null>(null);

  constructor(
    readonly lesson: Lesson,
    private readonly judge: Judge,
  ) {}

  get frame(): Frame {
    return this.lesson.frames[this.at]!;
  }

  get events(): MatchEvent[] {
    return this.frame.events;
  }

  get you(): number | null {
    return this.frame.view.you;
  }

  get over(): boolean {
    return this.at === this.lesson.frames.length - 1;
  }

  /** Whether nobody is waited for: something is being shown. */
  get runs(): boolean {
    return !this.frame.say && !this.frame.want && !this.over;
  }

  /** What was last said. */
  get said(): Frame {
    const { frames } = this.lesson;
    let i = this.at;
    while (i > 0 && !frames[i]!.say) i -= 1;
    return frames[i]!;
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(to, this.lesson.frames.length - 1));
    this.reply = null;
  }

  next(): void {
    this.go(this.at + 1);
  }

  /** To what was said before. */
  back(): void {
    const { frames } = this.lesson;
    let i = frames.indexOf(this.said) - 1;
    while (i > 0 && !frames[i]!.say) i -= 1;
    this.go(i);
  }

  /** The learner does something: what is wanted goes on, all else is answered. */
  async act(action: string): Promise<void> {
    const { frame, at } = this;
    if (this.runs) return;
    if (frame.want === action) this.next();
    else if (frame.want && frame.turn === action && frame.say) this.#whole();
    else if (!frame.want) this.reply = { ...NOTHING, key: this.over ? 'learn.finished' : 'learn.read_on' };
    else if (frame.view.legal.includes(action)) this.#instead(action);
    else {
      const { legal, ...why } = await this.judge(this.lesson.game, at, action);
      if (this.at !== at) return;
      if (legal) this.#instead(action);
      else this.reply = { key: '', ...why };
    }
  }

  /** A turn of several actions, done at once. */
  #whole(): void {
    const { frames } = this.lesson;
    let i = this.at;
    while (frames[i]!.want) i += 1;
    this.go(i);
  }

  #instead(action: string): void {
    const { instead, wrong } = this.frame;
    this.reply = { ...NOTHING, text: instead[action] ?? wrong };
  }
}
