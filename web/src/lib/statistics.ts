import type { Played } from './results.svelte';

/** How often one was ahead of somebody, level with him, behind him. */
export interface Tally {
  ahead: number;
  level: number;
  behind: number;
}

export const met = ({ ahead, level, behind }: Tally): number => ahead + level + behind;

/** Ahead of another seat (1), behind it (-1) or neither: winners first, then what was settled. */
export function compare(match: Played, seat: number, other: number): number {
  const won = (each: number) => Number(match.winners.includes(each));
  return Math.sign(won(seat) - won(other) || (match.payoffs[seat] ?? 0) - (match.payoffs[other] ?? 0));
}

/** One's results against the other seats, put together by what `key` says of them; those without a key are left out. */
export function against(all: Played[], key: (player: Played['players'][number], match: Played) => string): Map<string, Tally> {
  const told = new Map<string, Tally>();
  for (const match of all)
    for (const [seat, player] of match.players.entries()) {
      const name = seat === match.you ? '' : key(player, match);
      if (!name) continue;
      const tally = told.get(name) ?? { ahead: 0, level: 0, behind: 0 };
      const result = compare(match, match.you, seat);
      tally[result > 0 ? 'ahead' : result < 0 ? 'behind' : 'level'] += 1;
      told.set(name, tally);
    }
  return told;
}

/** The difference in rating (Elo) that such results speak for, and its standard error. A little doubt is always added. */
export function rating(tally: Tally): { value: number; error: number } {
  const games = met(tally) + 1;
  const share = (tally.ahead + tally.level / 2 + 0.5) / games;
  const error = (400 / Math.LN10) * Math.sqrt(1 / (games * share * (1 - share)));
  return { value: Math.round(400 * Math.log10(share / (1 - share))), error: Math.round(error) };
}

/** Matches, how many of them were won, and how many chance alone would have won. */
export interface Record {
  matches: number;
  won: number;
  fair: number;
}

export function recordOf(all: Played[]): Record {
  const won = all.filter(({ winners, you }) => winners.includes(you)).length;
  return { matches: all.length, won, fair: all.reduce((sum, { players }) => sum + 1 / players.length, 0) };
}

/** After each match: how many more were won than chance alone would have. */
export function course(all: Played[]): number[] {
  let sum = 0;
  return all.map(({ winners, you, players }) => (sum += (winners.includes(you) ? 1 / winners.length : 0) - 1 / players.length));
}
