import type { TableGlance } from '../wire';
import { request } from './api';
import { places, type OwnPlace } from './places.svelte';

/** How a table of mine stands, in short. */
export interface TableState {
  phase: string;
  /** Whether it waits for me. */
  yours: boolean;
  /** The names of those who play with me. */
  others: string[];
}

/** How these tables stand. Those that are no more are forgotten. */
export async function stateOf(mine: OwnPlace[]): Promise<Record<string, TableState>> {
  if (!mine.length) return {};
  const tables = mine.map(({ table, token }) => ({ table, token }));
  const told = await request<TableGlance[]>('api/tables/summaries', { body: { tables } });
  const known = new Set(told.map(({ table }) => table));
  for (const { table } of mine) if (!known.has(table)) places.forget(table);
  const states: Record<string, TableState> = {};
  for (const each of told) states[each.table] = both(states[each.table], inShort(each));
  return states;
}

/** Whoever shares the device may be the one that is awaited. */
const both = (one: TableState | undefined, other: TableState): TableState => (one ? { ...one, yours: one.yours || other.yours } : other);

function inShort({ phase, players, turn, seat }: TableGlance): TableState {
  const others = players.filter((name, i) => name && i !== seat);
  return { phase, yours: phase === 'playing' && seat !== null && turn.includes(seat), others };
}
