/** An open offer: how many cards, to whom if not to everybody, and the cards if it is one's own. */
export interface Offer {
  number: number;
  to: number | null;
  cards?: string[];
}

/** `match.table` of Honors No. III. */
export interface Honors3 {
  phase: 'deal' | 'opening' | 'market' | 'over';
  dealer: number | null;
  opener: number | null;
  hand: string[];
  picked: string[];
  handed_in: string | null;
  held: number[];
  laid: string[][];
  offers: (Offer | null)[];
  ready: number[];
  given: string[][];
  callers: number[];
  totals: number[];
  target: number;
  ticks: number;
  quiet: number;
  hands_played: number;
}
