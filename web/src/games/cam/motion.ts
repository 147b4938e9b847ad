import type { MatchEvent } from '../../wire';
import { sideOf } from './types';

/** A piece that keeps its identity while it moves. */
export interface Standing {
  id: number;
  sign: string;
  square: string;
}

/** How the pieces stand now, and how they came to. */
export interface Moved {
  pieces: Standing[];
  /** The way each piece that moved has gone, by its id. */
  ways: Map<number, Way>;
  /** Pieces that were taken, and by which leg. */
  taken: Map<number, number>;
}

export interface Way {
  squares: string[];
  jumps: boolean;
}

/** Milliseconds that each leg of a chain or a charge takes: it goes through in one sweep. */
export const SWEEP = 190;

const LEGS = ['moved', 'cantered', 'jumped'];

/** The two squares of a leg's event. */
export function squaresOf(event: MatchEvent): [string, string] | null {
  if (!LEGS.includes(event.kind)) return null;
  const [from, to] = String(event.leg).split(/[-x]/);
  return from && to ? [from, to] : null;
}

/** Follow the pieces through what happened; whatever that does not explain slides to where it is now. */
export function follow(before: Standing[], now: Record<string, string>, events: MatchEvent[]): Moved {
  const here = new Map(before.map((piece) => [piece.square, piece]));
  const ways = new Map<number, Way>();
  const taken = new Map<number, number>();
  let legs = 0;
  for (const event of events) {
    const leg = squaresOf(event);
    const piece = here.get(leg ? leg[0] : String(event.square));
    if (!piece) continue;
    if (leg) {
      legs += 1;
      here.delete(leg[0]);
      here.set(leg[1], piece);
      const way = ways.get(piece.id) ?? { squares: [leg[0]], jumps: false };
      ways.set(piece.id, { squares: [...way.squares, leg[1]], jumps: way.jumps || event.kind === 'jumped' });
    } else if (event.kind === 'taken') {
      here.delete(piece.square);
      taken.set(piece.id, legs);
    }
  }
  return settle(before, here, now, ways, taken);
}

function settle(
  before: Standing[],
  here: Map<string, Standing>,
  now: Record<string, string>,
  ways: Map<number, Way>,
  taken: Map<number, number>,
): Moved {
  const kept = [...here].filter(([square, piece]) => now[square] === piece.sign);
  const squares = new Set(kept.map(([square]) => square));
  const ids = new Set(kept.map(([, { id }]) => id));
  const loose = before.filter(({ id }) => !ids.has(id) && !taken.has(id));
  let last = Math.max(0, ...before.map(({ id }) => id));
  const pieces = kept.map(([square, { id, sign }]) => ({ id, sign, square }));
  for (const [square, sign] of Object.entries(now)) {
    if (squares.has(square)) continue;
    const i = loose.findIndex((piece) => piece.sign === sign);
    const found = i < 0 ? undefined : loose.splice(i, 1)[0];
    pieces.push({ id: found?.id ?? ++last, sign, square });
    if (found) ways.set(found.id, { squares: [found.square, square], jumps: false });
  }
  return { pieces: pieces.sort((a, b) => a.id - b.id), ways, taken };
}

/** The last turn, to be shown on the board. */
export interface Trail {
  seat: number | 'table';
  squares: string[];
  taken: string[];
}

/** The last turn after what has just happened: a leg goes on with it or begins another. */
export function trace(trail: Trail | null, events: MatchEvent[]): Trail | null {
  for (const event of events) {
    const leg = squaresOf(event);
    if (leg && trail?.seat === event.seat && trail.squares.at(-1) === leg[0])
      trail = { ...trail, squares: [...trail.squares, leg[1]] };
    else if (leg) trail = { seat: event.seat, squares: leg, taken: [] };
    else if (event.kind === 'taken' && trail) trail = { ...trail, taken: [...trail.taken, String(event.square)] };
    else if (event.kind === 'began') trail = null;
  }
  return trail;
}

/** What is to sweep over the field: the legs just made, if one of them was a jump. */
export function sweepOf(events: MatchEvent[]): Trail | null {
  const way = trace(null, events);
  return way && events.some(({ kind }) => kind === 'jumped') ? way : null;
}

/** The last turn as far as it still stands: legs may have been taken back. */
export function standing(trail: Trail | null, pieces: Record<string, string>): Trail | null {
  if (!trail) return null;
  const stands = (square: string) => pieces[square] !== undefined && sideOf(pieces[square]) === trail.seat;
  const end = trail.squares.findLastIndex(stands);
  const taken = trail.taken.filter((square) => !pieces[square] || trail.squares.includes(square));
  return end < 1 ? null : { ...trail, squares: trail.squares.slice(0, end + 1), taken };
}
