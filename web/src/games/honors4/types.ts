/** `match.table` of Honors No. IV. */
export interface Honors4 {
  phase: 'deal' | 'turn' | 'throw' | 'over';
  opener: number | null;
  turn: number | null;
  hand: string[];
  drawn: string | null;
  drawn_from: 'pack' | 'pile' | null;
  pack: number;
  exposed: string | null;
  exposed_cards: number;
  recycled: number;
  takes: number;
  most_takes: number;
  out: [string, string] | null;
  totals: number[];
  match: number;
  hands_played: number;
}
