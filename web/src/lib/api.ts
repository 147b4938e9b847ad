import type { GameFacts, Listed, NewMember, NewTable, Place, Trouble } from '../wire';
import { Kept } from './kept.svelte';
import { at } from './place';

/** What the server would not do, in its words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = '',
  ) {
    super(text);
  }
}

export async function request<T>(path: string, options: { body?: unknown; token?: string } = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  let answer: Response;
  try {
    answer = await fetch(at(path), { method: body === undefined ? 'GET' : 'POST', headers, body });
  } catch {
    throw new Refused('offline', 'offline');
  }
  const told: unknown = await answer.json().catch(() => ({ code: 'malformed', text: answer.statusText }));
  if (answer.ok) return told as T;
  const trouble = told as Trouble;
  throw new Refused(trouble.code, trouble.text, trouble.rule);
}

let known: Promise<GameFacts[]> | undefined;
const lastTime = new Kept<GameFacts[]>('games', []);

/** The games; asked for once, again if it failed. Without a connection the shelf is as it was. */
export function games(): Promise<GameFacts[]> {
  known ??= request<GameFacts[]>('api/games').then(
    (all) => (lastTime.value = all),
    (error: unknown) => {
      known = undefined;
      if (lastTime.value.length) return lastTime.value;
      throw error;
    },
  );
  return known;
}

export const publicTables = (): Promise<Listed[]> => request('api/tables');
export const openTable = (wanted: NewTable, token?: string): Promise<Place> =>
  request('api/tables', { body: wanted, token });
export const joinTable = (table: string, guest: NewMember): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/members`, { body: guest });
export const useCode = (table: string, code: string): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/devices`, { body: { code } });
