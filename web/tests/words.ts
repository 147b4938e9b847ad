import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { Words } from '../src/lib/words.svelte';

// Seats among the arguments of events; the server knows them from the rules.
const OF_EVENTS = ['seat', 'winners', 'by', 'accused', 'asked', 'partner', 'owner', 'other'];

const read = (game: string, suffix: string) => parse(readFileSync(`../src/parlour/games/${game}/words${suffix}.toml`, 'utf8')) as Words;

/** The sentences of a game as the server tells them. */
export function wordsOf(game: string, language = 'en'): Words {
  const told = read(game, '');
  const other = language === 'en' ? {} : read(game, `.${language}`);
  for (const [part, sentences] of Object.entries(other)) told[part] = { ...told[part], ...sentences };
  told.argument = { ...Object.fromEntries(OF_EVENTS.map((name) => [name, 'seat'])), ...told.argument };
  return told;
}
