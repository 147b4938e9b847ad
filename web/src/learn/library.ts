import { request } from '../lib/api';
import type { Language } from '../lib/preferences.svelte';
import type { Lesson, Rules, Verdict } from '../wire';

const guides = import.meta.glob<string>('../../../src/parlour/games/*/guide*.md', { query: '?raw', import: 'default' });

/** The short rules of a game, in the reader's language if there are any. */
export async function guideOf(game: string, language: Language): Promise<string> {
  const file = (suffix: string) => guides[`../../../src/parlour/games/${game}/guide${suffix}.md`];
  const load = (language === 'en' ? undefined : file(`.${language}`)) ?? file('');
  return (await load?.()) ?? '';
}

const kept = new Map<string, Promise<Rules>>();

/** The numbered rules of a game in a language; asked for once, again if it failed. */
export function rulesOf(game: string, language: Language): Promise<Rules> {
  const address = `api/games/${encodeURIComponent(game)}/rules?language=${language}`;
  const asked = kept.get(address) ?? request<Rules>(address);
  kept.set(address, asked);
  asked.catch(() => kept.delete(address));
  return asked;
}

export const lessonOf = (game: string, language: Language): Promise<Lesson> =>
  request(`api/games/${encodeURIComponent(game)}/lesson?language=${language}`);

export type Judge = (game: string, frame: number, action: string) => Promise<Verdict>;
export const judge: Judge = (game, frame, action) =>
  request(`api/games/${encodeURIComponent(game)}/lesson`, { body: { frame, action } });
