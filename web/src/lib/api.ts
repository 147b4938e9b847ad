import type { GameFacts, Invitation, Listed, NewMember, NewTable, Place, Trouble } from '../wire';
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

let known: GameFacts[] | Promise<GameFacts[]> | undefined = written();

/** The games as the server has written them into the page. */
function written(): GameFacts[] | undefined {
  const text = document.getElementById('games')?.textContent;
  return text ? (JSON.parse(text) as GameFacts[]) : undefined;
}

/** The games, at once where the page tells them; otherwise asked for once, again if it failed. */
export function games(): GameFacts[] | Promise<GameFacts[]> {
  known ??= request<GameFacts[]>('api/games').catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

export const publicTables = (): Promise<Listed[]> => request('api/tables');
export const openTable = (wanted: NewTable, token?: string): Promise<Place> =>
  request('api/tables', { body: wanted, token });
export const joinTable = (table: string, guest: NewMember): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/members`, { body: guest });
export const useCode = (table: string, code: string): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/devices`, { body: { code } });
/** The table that four words lead to. */
export const invited = (words: string): Promise<Invitation> => request(`api/invitations/${encodeURIComponent(words)}`);
