import type { GameFacts, GameTexts } from '../wire';
import { once } from './api';
import { spokenLanguage } from './words.svelte';

let known = $state.raw<GameFacts[] | undefined>(written());

/** The games as the server has written them into the page. */
function written(): GameFacts[] | undefined {
  const text = document.getElementById('games')?.textContent;
  return text ? (JSON.parse(text) as GameFacts[]) : undefined;
}

/** The games in the order of the shelf, at once where the page tells them. */
export const games = (): GameFacts[] | Promise<GameFacts[]> =>
  known ?? once<GameFacts[]>('api/games').then((told) => (known = told));

/** What is known of a game; nothing before the games are there, and of a game that is here no more. */
export function gameOf(name: string): GameFacts | undefined {
  if (!known) void Promise.resolve(games()).catch(() => {});
  return known?.find((each) => each.name === name);
}

/** What a game is called and about, in the reader's language. */
export const textsOf = (game: GameFacts): GameTexts => game.languages[spokenLanguage()] ?? game;

export function titleOf(name: string): string {
  const game = gameOf(name);
  return game ? textsOf(game).title : name;
}

/** The levels of computer players that people choose from. */
export const LEVELS = ['novice', 'casual', 'strong', 'master'];

/** What makes a match short: the rules stay as they are, it only ends sooner. */
export function shortGame({ short }: GameFacts, seats: number): GameFacts['short'] | undefined {
  const options = Object.entries(short).map(([name, value]) => [name, value === 'seats' ? seats : value] as const);
  return options.length ? Object.fromEntries(options) : undefined;
}
