import { latest } from '../lib/latest';
import { wordsOf, type Words } from '../lib/words.svelte';
import { lookOf, type GameLook } from './table';

/** What a table of a game is drawn with: the game's look and its sentences, fetched together. */
export class Kit {
  /** Whether they could not be fetched. */
  failed = $state(false);
  #game: () => string;
  #fetched = $state.raw<{ of: string; look: GameLook; words: Words } | null>(null);
  #own = $derived.by(() => (this.#fetched?.of === this.#game() ? this.#fetched : null));

  /** The kit of a game; '' is one that is not known yet. */
  constructor(game: () => string) {
    this.#game = game;
    $effect(() => {
      const of = game();
      this.failed = false;
      if (!of) return;
      const both = Promise.all([lookOf(of), wordsOf(of)]);
      return latest(both, ([look, words]) => (this.#fetched = { of, look, words }), () => (this.failed = true));
    });
  }

  get look(): GameLook | null {
    return this.#own?.look ?? null;
  }

  get words(): Words {
    return this.#own?.words ?? {};
  }
}
