import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { GameLook } from '../src/games/table';
import { Hinting } from '../src/lib/hinting.svelte';
import { pointsOf } from '../src/lib/pointing';
import type { Visit } from '../src/lib/visit.svelte';
import type { Words } from '../src/lib/words.svelte';
import Hints from '../src/screens/table/Hints.svelte';
import type { Candidate, Explanation } from '../src/wire';
import { until } from './waiting';

const words = { action: { buy: 'Buy a disk', decline: 'No thanks' }, reason: { poor: 'The pot is too small.' } } as unknown as Words;
const choice = (text: string, value: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ text, actions: [1], value, error: 0.4, visits: 90, wins_in: null, note: '', reason: '', saying: '', given: {}, chosen: false, line: [] },
  ...more,
});

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
  expect(document.adoptedStyleSheets).toHaveLength(0); // what was ringed is ringed no more
});

async function show(choices: Candidate[]) {
  const told: Explanation = { game: 'kardkelly', seat: 0, level: 'master', choices };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(told), { headers: { 'content-type': 'application/json' } })));
  const act = vi.fn<(action: string) => void>();
  const visit = { id: 'x', token: 'y', n: 3, act } as unknown as Visit;
  const hinting = new Hinting(visit);
  shown = mount(Hints, { target: document.body, props: { hinting, words, names: ['Ann', 'Ben'], look: {} as GameLook } });
  void hinting.ask();
  await until(() => document.querySelector('[role=radio]'));
  flushSync();
  const said = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent.replace(/\s+/g, ' ').trim());
  return { act, hinting, visit, said };
}

test('choices stand by worth, and the recommended one is looked at first', async () => {
  const { said, act } = await show([choice('decline', -0.92), choice('buy', -2.14, { chosen: true })]);
  expect(said('[role=radio]')).toEqual(['No thanks \u22120.92 ± 0.4', '★Recommended: Buy a disk \u22122.14 ± 0.4']);
  expect(said('[aria-checked=true]')[0]).toContain('Buy a disk');
  expect(said('.why')[0]).toContain('The difference from the first is within the error.');
  document.querySelector<HTMLElement>('[data-take]')!.click();
  expect(act).toHaveBeenCalledWith('buy');
});

test('another choice is looked at by keyboard, with its own reason', async () => {
  const { said, act } = await show([choice('buy', 1, { chosen: true }), choice('decline', 0.5, { saying: 'poor' })]);
  expect(said('.why')[0]).not.toContain('within');
  document.querySelector('[role=radiogroup]')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  flushSync();
  expect(said('[aria-checked=true]')[0]).toContain('No thanks');
  expect(said('.why')[0]).toContain('The pot is too small.');
  document.querySelector<HTMLElement>('[data-take]')!.click();
  expect(act).toHaveBeenCalledWith('decline');
});

test('a line of play is followed turn by turn', async () => {
  const line = [{ seat: 0, text: 'C4-C5' }, { seat: 1, text: 'D9-D8' }];
  const { hinting, said } = await show([choice('C4-C5', 1, { chosen: true, line, wins_in: 3, note: 'wins in 3' })]);
  expect(said('.worth')).toEqual(['wins in 3 turns']);
  expect(hinting.shown!.turns).toBe(1);
  document.querySelectorAll<HTMLElement>('.line button')[1]!.click();
  expect(hinting.shown!.turns).toBe(2);
});

test('a hint goes when the table changes', async () => {
  const { hinting, visit } = await show([choice('buy', 1, { chosen: true })]);
  expect(hinting.open).toBe(true);
  visit.n = 4;
  expect([hinting.open, hinting.shown]).toEqual([false, null]);
});

test('an action points at its button, at those that begin it and at its cards', () => {
  expect(pointsOf('ask 2 H-4')).toEqual([
    ...['[data-action="ask"]', '[data-action="ask 2"]', '[data-action="ask 2 H-4"]'],
    ...['[data-card="2"]', '[data-card="H-4"]'],
  ]);
});
