/** An ask and whether it was right. */
export interface Ask {
  seat: number;
  asked: number;
  card: string;
  got: boolean;
}

/** `match.table` of Honors No. I. */
export interface Honors1 {
  phase: 'deal' | 'ask' | 'over';
  dealer: number | null;
  turn: number | null;
  hand: string[];
  held: number[];
  centre: number;
  books: string[][];
  premium: number | null;
  asks: Ask[];
  idle_turns: number;
  totals: number[];
  target: number;
  hands_played: number;
}
