import { sayWhy, type Words } from '../../lib/words.svelte';
import type { MatchEvent } from '../../wire';

/** Bacarac's `match.table` as a seat sees it. */
export interface BacaracTable {
  phase: 'deal' | 'buy' | 'choose' | 'bet' | 'lead' | 'final' | 'final-bet' | 'over';
  hand_number: number;
  hands_agreed: number;
  dealer: number;
  turn: number | null;
  playing: number[];
  board: Record<Division, number>;
  balances: number[];
  hand: string[];
  best: { cards: string[]; poker: string } | null;
  held: number[];
  laid: string[][];
  shown: (string[] | null)[];
  poker: Poker | null;
  run: { cards: string[]; layer: number } | null;
  required: string | null;
  known_dead: string[];
  dead: string[] | null;
  left: string[][] | null;
  earned: Partial<Record<Division, number>>;
  swapped: boolean;
  chips?: number[];
  picked?: string[];
}

/** How the betting stands. */
export interface Poker {
  bet: number;
  put: number[];
  in: number[];
  to_speak: number[];
  raises_left: number;
}

/** What was shown at poker, and who has won: from the events, since the table keeps no more than the cards. */
export interface Showdown {
  hands: { seat: number; cards: string[]; poker: string }[];
  won: { seat: number; chips: number }[];
}

/** Chips that everybody puts on the board before a hand (BC-06 to BC-12). */
export const ANTE = 13;

export type Division = 'kitty' | 'pot' | '8-9-10' | 'A' | 'K' | 'Q' | 'J' | '10' | 'K-Q' | 'J-10';
export type Suit = 'C' | 'D' | 'H' | 'S';

/** The board as it is printed, row by row. */
export const BOARD: Division[][] = [
  ['A', 'K', 'Q', 'J', '10'],
  ['K-Q', 'kitty', 'J-10'],
  ['pot', '8-9-10'],
];
export const SUITS: Suit[] = ['C', 'D', 'H', 'S'];
export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

export const suitOf = (card: string): Suit => card.slice(-1) as Suit;
export const rankOf = (card: string): string => card.slice(0, -1);
export const lowestOf = (cards: string[], suit: string): string | undefined =>
  cards
    .filter((card) => suitOf(card) === suit)
    .sort((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)))[0];

/** Cards suit by suit, low to high: the way the runs go. */
export const bySuit = (cards: string[]): string[] => SUITS.flatMap((suit) => cards.filter((card) => suitOf(card) === suit));

/** Why the last run ended where it did, from what lies open. */
export function stopOf(table: BacaracTable): { why: 'ace' | 'dead' | 'laid'; card: string; missing: string } | null {
  const card = table.run?.cards.at(-1);
  if (!card || table.phase !== 'lead') return null;
  const rank = rankOf(card);
  const missing = `${RANKS[RANKS.indexOf(rank) + 1]}${suitOf(card)}`;
  if (rank === 'A') return { why: 'ace', card, missing };
  if (table.known_dead.includes(missing)) return { why: 'dead', card, missing };
  return table.laid.some((cards) => cards.includes(missing)) ? { why: 'laid', card, missing } : null;
}

/** How the poker hand ended, if these events end it. */
export function showdownOf(events: MatchEvent[]): Showdown | null {
  const won = events.filter(({ kind }) => kind === 'won').map(({ seat, chips }) => ({ seat: Number(seat), chips: Number(chips) }));
  const shown = events.filter(({ kind }) => kind === 'showed');
  const hands = shown.map(({ seat, cards, poker }) => ({ seat: Number(seat), cards: cards as string[], poker: String(poker) }));
  return won.length ? { hands, won } : null;
}

/** A card as it is read out: Queen of Hearts. */
export const nameOf = (card: string, { label }: Words): string =>
  sayWhy({ label: label ?? {} }, 'label', 'card', { rank: label?.[`rank_${rankOf(card)}`], suit: label?.[`suit_${suitOf(card)}`] }, []);
