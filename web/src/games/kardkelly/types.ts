/** Kard Kelly's `match.table`: what lies open, the same for everybody. */
export interface KellyTable {
  phase: 'deal' | 'buy' | 'disk' | 'rejected' | 'kept' | 'draw' | 'turn' | 'over';
  turn: number | null;
  starter: number | null;
  disks: (number | null)[];
  alive: number[];
  in_match: number[];
  buyer: number | null;
  offered: number | null;
  top: string | null;
  cards_left: number;
  disks_left: number;
  out_of_play: number[];
  pot: number;
  balances: number[];
  headers: number;
  pots_won: number;
  hands: number;
  turned: string[] | null;
  purses?: number[];
}

export const DISKS = 15;
export const PACK = 40;

/** Where a disk is. */
export type Whereabouts = { is: 'bowl' | 'out' | 'offered' } | { is: 'held'; seat: number };

/** Where each of the fifteen disks is, from what lies open. Before the first deal all are in the bowl. */
export function whereabouts(table: KellyTable): Whereabouts[] {
  return Array.from({ length: DISKS }, (_, i) => {
    const disk = i + 1;
    const seat = table.disks.indexOf(disk);
    if (seat >= 0) return { is: 'held', seat };
    if (table.offered === disk) return { is: 'offered' };
    return { is: table.out_of_play.includes(disk) ? 'out' : 'bowl' };
  });
}

const MANY = ['', 'double', 'triple', 'quadruple', 'quintuple', 'sextuple', 'septuple', 'octuple', 'nonuple'];

/** What a header is called, as events name it; `[value]` says it in the reader's language. */
export const headerName = (headers: number): string =>
  MANY[headers] ? `${MANY[headers]}-header` : `${headers + 1}-fold header`;
