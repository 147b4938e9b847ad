import { sayWhy, t, type Arguments, type Words } from '../../lib/words.svelte';
import { bookOf, numberOf } from './books';

/** A word of a game's `[label]`; `count` among the arguments chooses between `key_one` and `key_other`. */
export function label(words: Words, key: string, given: Arguments = {}, names: string[] = []): string {
  const plural = `${key}_${given.count === 1 ? 'one' : 'other'}`;
  return sayWhy(words, 'label', words.label?.[plural] ? plural : key, given, names);
}

/** A card as it is read out: "A 3, Flame". */
export const cardName = (card: string): string =>
  t('honors.card', { book: bookOf(card), number: numberOf(card), motif: motifName(card) });

export const motifName = (cardOrBook: string): string => t(`honors.motif_${cardOrBook[0]}`);
