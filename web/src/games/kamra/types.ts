import type { MatchView } from '../../wire';

export interface Laid {
  seat: number;
  card: string;
}

export interface FinishedReel {
  cards: Laid[];
  taker: number;
}

/** Kam-ra's table as a seat sees it: what `view.py` shows. */
export interface KamraTable {
  phase: 'seek' | 'deal' | 'bid' | 'play' | 'claims' | 'over';
  dealer: number | null;
  turn: number | null;
  hand: string[];
  held: number[];
  /** Reels contracted for, by seat; 0 is a pass, null if the seat has not spoken. */
  contracts: (number | null)[];
  highest: number | null;
  taken: number[];
  reel: Laid[];
  taking: number | null;
  last_reel: FinishedReel | null;
  totals: number[];
  target: number;
  hands_played: number;
  captured: { stars: number; heroes: number }[] | null;
  /** Open history: every reel of the hand. */
  reels?: FinishedReel[];
  /** Strict manners: who may still be called, and on whom a revoke has been proved. */
  suspects?: number[];
  caught?: number[];
}

export type KamraMatch = MatchView<KamraTable>;
