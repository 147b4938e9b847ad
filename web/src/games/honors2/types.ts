/** `match.table` of Honors No. II. */
export interface Honors2 {
  phase: 'deal' | 'draw' | 'play' | 'claim' | 'give' | 'over';
  dealer: number;
  turn: number | null;
  hand: string[];
  held: number[];
  /** Cards that everybody knows to be in each hand. */
  seen: string[][];
  /** What lies before each seat, book by book. */
  laid: string[][][];
  points_laid: number[];
  /** The discards, the top card last. */
  row: string[];
  stock: number;
  second_stock: boolean;
  taken: string | null;
  must_lay: string | null;
  silent: number[];
  claimant: number | null;
  claimed: string | null;
  quiet: number;
  out: number | null;
  /** What everybody was left with, between hands. */
  left: string[][] | null;
  totals: number[];
  target: number;
  hands_played: number;
}
