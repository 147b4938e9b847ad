import type { GameFacts } from '../wire';

/**
 * What stands on the shelf, in its order.
 *
 * `moves` is how many actions a usual match has, all players' together: the mean of 200 matches of computer players
 * (`parlour simulate GAME --matches 200 --policy rulebook --seed 11`, with the usual seats and options). `seconds` is
 * what we allow for one of them: a card turned takes 2, a card from a hand 5, a leg over the board 20; in Honors No. III
 * four act at once, every 2 seconds. `depth` is how hard it is to play well, in our judgement, from 1 to 3.
 */
const SHELF: Record<string, { moves: number; seconds: number; depth: 1 | 2 | 3 }> = {
  kamra: { moves: 247, seconds: 6, depth: 3 },
  cam: { moves: 50, seconds: 20, depth: 3 },
  kardkelly: { moves: 372, seconds: 2, depth: 1 },
  bacarac: { moves: 132, seconds: 8, depth: 2 },
  honors1: { moves: 351, seconds: 5, depth: 1 },
  honors2: { moves: 501, seconds: 4, depth: 2 },
  honors3: { moves: 2214, seconds: 0.5, depth: 2 },
  honors4: { moves: 152, seconds: 3, depth: 1 },
};

/** How long a usual match takes, in minutes, to the next five; and how deep it is. */
export function shelfFacts(game: string): { minutes: number; depth: number } | undefined {
  const known = SHELF[game];
  return known && { minutes: Math.ceil((known.moves * known.seconds) / 60 / 5) * 5, depth: known.depth };
}

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
