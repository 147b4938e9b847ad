import type { Invitation, Listed, NewMember, NewTable, Place, Trouble } from '../wire';
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

const standing = new Map<string, Promise<unknown>>();

/** What stays the same while the server runs: asked for once, again if it failed. */
export function once<T>(path: string): Promise<T> {
  const asked = (standing.get(path) as Promise<T> | undefined) ?? request<T>(path);
  standing.set(path, asked);
  asked.catch(() => standing.delete(path));
  return asked;
}

/** What there is to read of a game, in a language. */
export const reading = <T>(game: string, what: string, language: string): Promise<T> =>
  once(`api/games/${encodeURIComponent(game)}/${what}?language=${language}`);

export const publicTables = (): Promise<Listed[]> => request('api/tables');
export const openTable = (wanted: NewTable, token?: string): Promise<Place> =>
  request('api/tables', { body: wanted, token });
export const joinTable = (table: string, guest: NewMember): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/members`, { body: guest });
export const useCode = (table: string, code: string): Promise<Place> =>
  request(`api/tables/${encodeURIComponent(table)}/devices`, { body: { code } });
/** The table that four words lead to. */
export const invited = (words: string): Promise<Invitation> => request(`api/invitations/${encodeURIComponent(words)}`);
