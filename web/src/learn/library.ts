import { reading, request } from '../lib/api';
import type { Language } from '../lib/preferences.svelte';
import type { Guide, Lesson, Rules, Verdict } from '../wire';

/** The short rules of a game, in the reader's language if there are any. */
export const guideOf = async (game: string, language: Language): Promise<string> => (await reading<Guide>(game, 'guide', language)).text;

/** The numbered rules of a game in a language. */
export const rulesOf = (game: string, language: Language): Promise<Rules> => reading(game, 'rules', language);

export const lessonOf = (game: string, language: Language): Promise<Lesson> => reading(game, 'lesson', language);

export type Judge = (game: string, frame: number, action: string) => Promise<Verdict>;
export const judge: Judge = (game, frame, action) =>
  request(`api/games/${encodeURIComponent(game)}/lesson`, { body: { frame, action } });
