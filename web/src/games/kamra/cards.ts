import type { Words } from '../../lib/words.svelte';

/** Suits by their sign, in the order of a sorted hand. Each has an ink and a shape, drawn in a box of 24 by 24. */
export const SUITS = {
  $: {
    name: 'dollar',
    ink: 'black',
    shape: 'M17.8 7.6C17 5.4 14.9 4.2 12 4.2c-3.4 0-5.7 1.6-5.7 4 0 5.3 11.6 2.4 11.6 7.7 0 2.5-2.5 4-5.9 4-3.1 0-5.4-1.3-6.2-3.7M12 1v22',
    lined: true,
  },
  T: { name: 'triangle', ink: 'red', shape: 'M12 2 23 21.5H1Z', lined: false },
  C: { name: 'circle', ink: 'green', shape: 'M12 1.8a10.2 10.2 0 1 1 0 20.4 10.2 10.2 0 0 1 0-20.4Z', lined: false },
  Q: { name: 'square', ink: 'blue', shape: 'M2.8 2.8h18.4v18.4H2.8Z', lined: false },
  '*': {
    name: 'star',
    ink: 'orange',
    shape: 'M12 .8l3.3 7.4 8 .8-6 5.4 1.7 7.9L12 18.2l-7 4.1 1.7-7.9-6-5.4 8-.8Z',
    lined: false,
  },
} as const;
export type Suit = keyof typeof SUITS;

/** Ranks, high to low. The Company (P A D S H) have a prop each. */
export const RANKS = ['P', 'A', 'D', 'S', 'H', '7', '6', '5', '4', '3', '2', '1'] as const;
export type Rank = (typeof RANKS)[number];

const PLUS = 'M0 5h6M3 2v6';
const NOUGHT = 'M19 1c1.8 0 2.8 1.5 2.8 4s-1 4-2.8 4-2.8-1.5-2.8-4 1-4 2.8-4Z';
/** What a captured card adds, drawn in a box of 22 by 10: +20 and +10. */
export const WORTH: Partial<Record<Rank, string>> = {
  S: `${PLUS}M8.6 3.3C8.9 1.8 9.9 1 11.2 1c1.5 0 2.6.9 2.6 2.4 0 2.2-3.4 3.4-5.1 5.6h5.3${NOUGHT}`,
  H: `${PLUS}M9.5 2.7 12 1v8${NOUGHT}`,
};

/** Where the shapes of an Extra stand, as centres on the face. */
export const PIPS: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  '1': [[39, 42]],
  '2': [[39, 23], [39, 61]],
  '3': [[39, 20], [39, 42], [39, 64]],
  '4': [[31, 24], [48, 24], [31, 60], [48, 60]],
  '5': [[31, 20], [48, 20], [39.5, 42], [31, 64], [48, 64]],
  '6': [[31, 20], [48, 20], [31, 42], [48, 42], [31, 64], [48, 64]],
  '7': [[31, 18], [48, 18], [39.5, 31], [31, 44], [48, 44], [31, 66], [48, 66]],
};

export const ALL: readonly string[] = (Object.keys(SUITS) as Suit[]).flatMap((suit) => RANKS.map((rank) => suit + rank));

export const suitOf = (card: string): Suit => card[0] as Suit;
export const rankOf = (card: string): Rank => card[1] as Rank;

/** A card as it is read out: "Producer of Dollars". */
export const nameOf = (words: Words, card: string): string => words.value?.[`card.${card}`] ?? card;
