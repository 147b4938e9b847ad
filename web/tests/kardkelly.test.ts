import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import look from '../src/games/kardkelly';
import Rack from '../src/games/kardkelly/Rack.svelte';
import Table from '../src/games/kardkelly/Table.svelte';
import { headerName, whereabouts, type KellyTable } from '../src/games/kardkelly/types';
import type { MatchView } from '../src/wire';
import { shared } from './shared.svelte';
import { wordsOf } from './words';

const words = wordsOf('kardkelly');
const names = ['Ann', 'Bob', 'Cid', 'Dot'];

/** Bob, dead, has drawn the 9 and rejected it. */
const table: KellyTable = {
  ...{ phase: 'rejected', turn: 1, starter: 0, buyer: 1, offered: 9, top: 'BLANK', cards_left: 37, disks_left: 10 },
  ...{ disks: [1, null, 11, 14], alive: [0, 2, 3], in_match: [0, 1, 2, 3], out_of_play: [3] },
  ...{ pot: 5, balances: [0, -3, -1, -1], headers: 0, pots_won: 0, hands: 10, turned: null },
};

const seen = (changes: Partial<KellyTable> = {}, legal = ['challenge', 'silent']): MatchView<KellyTable> => ({
  ...{ game: 'kardkelly', rules: 1, seats: 4, options: {}, you: 0, actors: [0, 2, 3], legal, over: false },
  ...{ scores: [], payoffs: [], winners: [], asked: null, result: null, table: { ...table, ...changes } },
});

const plates = names.map((name, i) => ({ name, bot: '', away: false, you: i === 0, turn: false, left: null }));
const drawn: Record<string, unknown>[] = [];

function sit(match: MatchView<KellyTable>, act = vi.fn(), deadline: number | null = null) {
  const props = { match, names, you: 0, events: [], words, act, takeBack: vi.fn(), busy: false, plates, deadline };
  drawn.push(mount(Table, { target: document.body, props }));
  flushSync();
  return act;
}

afterEach(() => {
  for (const each of drawn.splice(0)) void unmount(each);
  document.body.replaceChildren();
});

test('a death stands with the card that killed until something else is called', () => {
  const killed = [
    { kind: 'turned', seat: 3, card: '11' },
    { kind: 'put_out', seat: 2, by: 3, paid: 1 },
  ] as never[];
  const props = shared({ match: seen(), names, you: 0, events: killed, words, act: vi.fn(), takeBack: vi.fn(), busy: false, plates, deadline: null });
  drawn.push(mount(Table, { target: document.body, props }));
  flushSync();
  const called = () => [document.querySelector<HTMLElement>('[data-killer]')?.dataset.killer, document.querySelector('.marquee')?.textContent];
  const dead = called();
  expect(dead[0]).toBe('11');
  expect(dead[1]).toContain('Cid');
  props.events = [{ kind: 'turned', seat: 3, card: 'BLANK' }] as never[];
  flushSync();
  expect(called()).toEqual(dead);
  props.events = [{ kind: 'sweetened', seat: 3, paid: 1, pot: 6 }] as never[];
  flushSync();
  expect(called()[0]).toBeUndefined();
  expect(called()[1]).not.toBe(dead[1]);
});

test('the rack has fifteen disks, and each says where it is', () => {
  drawn.push(mount(Rack, { target: document.body, props: { table, names, words } }));
  flushSync();
  const places = [...document.querySelectorAll<HTMLElement>('[data-where]')];
  expect(places).toHaveLength(15);
  expect(places.map(({ dataset }) => dataset.where)).toEqual(whereabouts(table).map(({ is }) => is));
  expect(places[0]!.textContent).toContain('1: before Ann');
  expect(places[2]!.textContent).toContain('3: out of play');
  expect(places[8]!.textContent).toContain('9: just drawn');
  expect(places[14]!.textContent).toContain('15: in the bowl');
});

test('where a disk is can be told without colour', () => {
  drawn.push(mount(Rack, { target: document.body, props: { table, names, words } }));
  flushSync();
  const shape = (disk: number) => document.querySelector(`[data-disk="${disk}"]`)!;
  expect(shape(1).classList).toContain('hollow');
  expect(shape(3).querySelector('.chalk')).not.toBeNull();
  expect(shape(15).querySelector('.eye')).not.toBeNull();
});

test('the dead are said to be dead', () => {
  sit(seen());
  expect(document.querySelector('[data-seat="1"]')?.textContent).toContain('dead');
  expect(document.querySelector('[data-seat="0"]')?.textContent).toContain('disk 1');
});

test('a challenge can be made, and the bar shows that time runs', () => {
  const act = sit(seen(), vi.fn(), Date.now() / 1000 + 5);
  expect(document.querySelector('[data-time]')).not.toBeNull();
  document.querySelector<HTMLElement>('[data-action="challenge"]')!.click();
  expect(act).toHaveBeenCalledWith('challenge');
});

test('of the turned cards only the top one is on the table while the hand lasts', () => {
  sit(seen({ top: '7' }, ['turn']));
  expect(document.querySelectorAll('.front')).toHaveLength(1);
  expect(document.querySelector('.turned')).toBeNull();
});

test('the turn line is about the viewer when the viewer may act', () => {
  expect(look.prompt(seen(), 0)).toMatchObject({ key: 'your_rejected', given: { buyer: 1, disk: 9 } });
  expect(look.prompt(seen(), null)?.key).toBe('rejected');
  for (const phase of ['turn', 'buy', 'disk', 'rejected', 'kept', 'draw', 'deal', 'over'] as const)
    for (const you of [0, null]) expect(words.prompt).toHaveProperty(look.prompt(seen({ phase }), you)!.key);
});

test('headers are called by name', () => {
  expect([headerName(1), headerName(2), headerName(9)]).toEqual(['double-header', 'triple-header', '10-fold header']);
});
