import type { GameFacts } from '../wire';

/** What stands on the shelf, in its order: how long a usual match takes (minutes) and how hard it is to learn (1 to 3). */
const SHELF: Record<string, { minutes: number; depth: 1 | 2 | 3 }> = {
  kamra: { minutes: 45, depth: 3 },
  cam: { minutes: 20, depth: 3 },
  kardkelly: { minutes: 15, depth: 1 },
  bacarac: { minutes: 25, depth: 2 },
  honors1: { minutes: 30, depth: 1 },
  honors2: { minutes: 40, depth: 2 },
  honors3: { minutes: 20, depth: 2 },
  honors4: { minutes: 5, depth: 1 },
};

export const shelfFacts = (game: string): { minutes: number; depth: number } | undefined => SHELF[game];

const place = (game: string): number => {
  const found = Object.keys(SHELF).indexOf(game);
  return found < 0 ? Infinity : found;
};

/** The games as they stand on the shelf; a new one stands at its end. */
export const shelved = (games: GameFacts[]): GameFacts[] => games.toSorted((a, b) => place(a.name) - place(b.name));

/** The levels of computer players that people choose from. */
export const LEVELS = ['novice', 'casual', 'strong', 'master'];

/** What makes a match short: the rules stay as they are, it only ends sooner. */
const SHORT: Record<string, (seats: number) => Record<string, number | string>> = {
  kamra: () => ({ target: 100 }),
  cam: () => ({ board: 'camette' }),
  kardkelly: () => ({ hands: 3 }),
  bacarac: (seats) => ({ hands: seats }),
  honors1: () => ({ target: 30 }),
  honors2: () => ({ target: 50 }),
  honors3: () => ({ target: 60 }),
  honors4: () => ({ h4_match: 1 }),
};

export const shortGame = (game: string, seats: number): Record<string, number | string> | undefined => SHORT[game]?.(seats);
