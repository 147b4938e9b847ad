import type { MatchView } from '../../wire';
import type { Prompt } from '../table';
import { DONE } from './legs';
import type { CamTable } from './types';

/** What the turn line says: whose turn, and what is due. */
export function prompt({ table, legal }: MatchView<CamTable>, you: number | null): Prompt | null {
  if (table.turn === null) return { key: 'between' };
  const given = { turn: table.turn, square: table.unfinished.at(-1) ?? '' };
  const begun = table.unfinished.length > 0;
  if (table.turn !== you) return { key: begun ? 'goes_on' : 'to_move', given };
  if (begun) return { key: legal.includes(DONE) ? 'may_stop' : table.unfinished.length > 1 ? 'charge_on' : 'jump_on', given };
  if (table.duty === 'capture') return { key: 'must_jump', given: { squares: starts(legal) } };
  if (table.duty === 'leave the castle') return { key: 'must_leave', given };
  return { key: 'your_move', given };
}

/** How the last game has ended: a key of the `[ending]` words. */
export function ending({ table }: MatchView<CamTable>, you: number | null): Prompt | null {
  if (!table.ended) return null;
  const yours = table.winner !== null && table.winner === you;
  return { key: yours ? `${table.ended}_you` : table.ended, given: { taker: table.winner } };
}

const starts = (legal: string[]): string => [...new Set(legal.map((text) => text.split(/[-x]/)[0]!))].join(', ');
