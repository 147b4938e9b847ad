import { reading } from './api';
import { Kept } from './kept.svelte';
import { latest } from './latest';
import { preferences, type Language } from './preferences.svelte';
import { spokenLanguage } from './words.svelte';

/** A word of the book that nobody knows, in all its forms, and what it means. */
export interface BookWord {
  forms: string[];
  text: string;
}

/** How a game is won, one sentence for each kind of decision, and the words of its book. */
export interface Coaching {
  goal: string;
  coach: Record<string, string>;
  words: BookWord[];
}

const NONE: Coaching = { goal: '', coach: {}, words: [] };
const GOAL = 'goal';
const told = new Kept<Record<string, string[]>>('coached', {});

/** What the server says of a game. */
export const coachingOf = (game: string, language: Language = spokenLanguage()): Promise<Coaching> => reading(game, 'coaching', language);

export function forgetCoaching(): void {
  told.value = {};
}

/** The coach of a game: what was said once in this browser is not said again. */
export class Coach {
  #game: () => string;
  #all = $state.raw<{ of: string; told: Coaching }>({ of: '', told: NONE });

  constructor(game: () => string) {
    this.#game = game;
    $effect(() => {
      const of = game();
      if (of) return latest(coachingOf(of), (told) => (this.#all = { of, told }));
    });
  }

  get #own(): Coaching {
    return this.#all.of === this.#game() ? this.#all.told : NONE;
  }

  get words(): BookWord[] {
    return this.#own.words;
  }

  /** The line that says how to win, until it has been read. */
  get goal(): string {
    return this.#news(GOAL) ? this.#own.goal : '';
  }

  /** What to know of a first decision of this kind; empty for what one knows. */
  about(asked: string | null): string {
    return asked && this.#news(asked) ? (this.#own.coach[asked] ?? '') : '';
  }

  know(what: string = GOAL): void {
    const game = this.#game();
    if (game && this.#news(what)) told.value = { ...told.value, [game]: [...(told.value[game] ?? []), what] };
  }

  #news(what: string): boolean {
    return preferences.all.coaching && !told.value[this.#game()]?.includes(what);
  }
}
