import type { Welcome } from '../wire';
import { Refused, request } from './api';
import { places, type OwnPlace } from './places.svelte';

/** How a table of mine stands, in short. */
export interface TableState {
  phase: Welcome['table']['phase'];
  /** Whether it waits for me. */
  yours: boolean;
  /** The names of those who play with me. */
  others: string[];
}

/** How these tables stand. Those that are no more are forgotten; those that do not answer are left out. */
export async function stateOf(mine: OwnPlace[]): Promise<Record<string, TableState>> {
  const told = await Promise.all(mine.map(async (place) => [place.table, await look(place)] as const));
  return Object.fromEntries(told.filter((each): each is [string, TableState] => each[1] !== null));
}

async function look(place: OwnPlace): Promise<TableState | null> {
  try {
    return inShort(await request<Welcome>(`api/tables/${place.table}`, { token: place.token }));
  } catch (error) {
    if (error instanceof Refused && error.code === 'no_such_table') places.forget(place.table);
    return null;
  }
}

function inShort({ table, match, seat }: Welcome): TableState {
  const others = table.seats.filter((each, i) => i !== seat && (each.member !== null || each.bot)).map(({ name }) => name);
  const yours = table.phase === 'playing' && seat !== null && !!match?.actors.includes(seat);
  return { phase: table.phase, yours, others };
}
