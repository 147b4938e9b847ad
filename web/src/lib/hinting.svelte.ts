import type { Candidate, Explanation } from '../wire';
import { request } from './api';
import type { Visit } from './visit.svelte';

/** A choice as the table shows it: with so many turns of how the match would go on. */
export interface Hint {
  choice: Candidate;
  turns: number;
}

/** A hint, asked for and shown on the table: it goes when the table changes. */
export class Hinting {
  told = $state.raw<Explanation | null>(null);
  failed = $state.raw<unknown>(null);
  #asked = $state(-1); // at which moment of the match
  #at = $state(0);
  #turns = $state(1);

  constructor(readonly visit: Visit) {}

  get open(): boolean {
    return this.#asked === this.visit.n && this.visit.n >= 0;
  }

  get at(): number {
    return this.#at;
  }

  get choices(): Candidate[] {
    return this.told?.choices ?? [];
  }

  /** What is to be shown on the table, if anything is. */
  get shown(): Hint | null {
    const choice = this.open ? this.choices[this.#at] : undefined;
    return choice ? { choice, turns: this.#turns } : null;
  }

  /** Ask for a hint; whoever asks again puts it away. */
  async ask(): Promise<void> {
    if (this.open) return this.close();
    const asked = (this.#asked = this.visit.n);
    this.told = this.failed = null;
    try {
      const { id, token } = this.visit;
      const told = await request<Explanation>(`api/tables/${id}/hint`, { token });
      if (this.#asked !== asked) return;
      this.told = told;
      this.look(Math.max(0, told.choices.findIndex(({ chosen }) => chosen)));
    } catch (error) {
      this.failed = error;
    }
  }

  /** Show another of the choices. */
  look(at: number): void {
    this.#at = at;
    this.#turns = 1;
  }

  /** Show so many turns of how it would go on. */
  follow(turns: number): void {
    this.#turns = turns;
  }

  take(): void {
    const { shown } = this;
    this.close();
    if (shown) void this.visit.act(shown.choice.text);
  }

  close(): void {
    this.#asked = -1;
  }
}
