import { beforeEach, describe, expect, test } from 'vitest';
import { readResults, results, type Played } from '../src/lib/results.svelte';
import { against, compare, course, rating, recordOf } from '../src/lib/statistics';

const played = (table: string, payoffs: number[], winners: number[], bots = ['', 'novice', 'master']): Played => ({
  table,
  game: 'kamra',
  at: Number(table),
  you: 0,
  players: bots.map((bot, i) => ({ name: ['Ann', 'Bert', 'Cora'][i]!, bot })),
  scores: payoffs,
  payoffs,
  winners,
  ended: 'rules',
});

describe('results', () => {
  beforeEach(() => results.clear());

  test('are written down once, in the order of time', () => {
    results.keep(played('2', [1, 0, 0], [0]));
    results.keep(played('1', [0, 1, 0], [1]), played('2', [9, 9, 9], [2]));
    results.keep(played('3', [0, 0, 1], [2]), played('3', [0, 0, 1], [2]));
    expect(results.all.map(({ table, winners }) => [table, winners[0]])).toEqual([['1', 1], ['2', 0], ['3', 2]]);
  });

  test('come back from a file, and nothing else does', () => {
    const all = [played('1', [1, 0, 0], [0])];
    expect(readResults(JSON.stringify(all))).toEqual(all);
    for (const wrong of ['{}', '[{}]', '[1]', '[{"table":"x"}]']) expect(() => readResults(wrong)).toThrow();
  });
});

describe('statistics', () => {
  const all = [played('1', [5, 3, -8], [0]), played('2', [-2, 4, -2], [1]), played('3', [0, 0, 0], [])];

  test('a winner is ahead whatever was settled', () => {
    const match = played('1', [0, 50, 0], [0]);
    expect([compare(match, 0, 1), compare(match, 1, 0), compare(match, 1, 2)]).toEqual([1, -1, 1]);
  });

  test('are kept against each level', () => {
    const told = Object.fromEntries(against(all, ({ bot }) => bot));
    expect(told).toEqual({ novice: { ahead: 1, level: 1, behind: 1 }, master: { ahead: 1, level: 2, behind: 0 } });
  });

  test('even results are an even rating, more results a surer one', () => {
    expect(rating({ ahead: 5, level: 0, behind: 5 }).value).toBe(0);
    expect(rating({ ahead: 9, level: 0, behind: 1 }).value).toBeGreaterThan(200);
    expect(rating({ ahead: 50, level: 0, behind: 50 }).error).toBeLessThan(rating({ ahead: 5, level: 0, behind: 5 }).error);
  });

  test('say what chance alone would win', () => {
    expect(recordOf(all)).toEqual({ matches: 3, won: 1, fair: 1 });
    expect(course(all).map((each) => Math.round(each * 100) / 100)).toEqual([0.67, 0.33, 0]);
  });
});
