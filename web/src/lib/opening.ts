import type { AnyCommand, NewTable, Place } from '../wire';
import { openTable, request } from './api';
import { places } from './places.svelte';

export interface Seating {
  /** What sits in each seat: `you`, `open`, or the level of a computer player. */
  seats: string[];
  /** Whether to begin at once; only if no seat is open. */
  begin: boolean;
}

/**
 * Open a table, sit down, seat the computer players, begin. Returns the table's id.
 * `token` is that of one's place at the table that the match comes from, if it plays on from one.
 */
export async function open(wanted: NewTable, seating: Seating, token?: string): Promise<string> {
  const place = await openTable({ ...wanted, seats: seating.seats.length }, token);
  const { member, token: own } = place;
  places.keep({ table: place.table, member, token: own, game: wanted.game, title: wanted.settings?.title ?? '', since: Date.now() });
  for (const [seat, who] of seating.seats.entries()) {
    if (who === 'you') await command(place, { do: 'sit', seat });
    else if (who !== 'open') await command(place, { do: 'add_bot', seat, level: who });
  }
  if (seating.begin && !seating.seats.includes('open')) await command(place, { do: 'start' });
  return place.table;
}

export async function command(place: Pick<Place, 'table' | 'token'>, wanted: AnyCommand): Promise<void> {
  const key = crypto.getRandomValues(new Uint32Array(3)).join('-');
  await request(`api/tables/${place.table}/commands`, { token: place.token, body: { key, command: wanted } });
}
