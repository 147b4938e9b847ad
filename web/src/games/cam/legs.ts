import { between, type Board } from './board';
import { sideOf } from './types';

/** A leg that may be made, as one of the texts in `legal`: `C4-D5`, `C4-E4-`, `B5xB7x`. */
export interface Leg {
  text: string;
  from: string;
  to: string;
  is: 'step' | 'canter' | 'jump';
  /** What a jump takes. */
  over: string | null;
  /** Whether the turn is not over with it. */
  on: boolean;
}

const LEG = /^([A-Z]\d+)([-x])([A-Z]\d+)([-x]?)$/;
export const DONE = 'done';

export function readLegs(legal: string[], board: Board): Leg[] {
  return legal.flatMap((text) => {
    const [, from, sign, to, more] = LEG.exec(text) ?? [];
    if (!from || !to) return [];
    const over = between(board, from, to);
    const is = sign === 'x' ? 'jump' : over ? 'canter' : 'step';
    return [{ text, from, to, is, over: is === 'jump' ? over : null, on: !!more }];
  });
}

/** Where a piece may go: its legs by the square they end on. */
export function targets(legs: Leg[], from: string | null): Map<string, Leg> {
  return new Map(legs.filter((leg) => leg.from === from).map((leg) => [leg.to, leg]));
}

/** How to write what somebody tries, so that the server can say why not. */
export function attempt(board: Board, pieces: Record<string, string>, from: string, to: string): string {
  const met = pieces[between(board, from, to) ?? to];
  const enemy = met !== undefined && sideOf(met) !== sideOf(pieces[from]!);
  return `${from}${enemy ? 'x' : '-'}${to}`;
}
