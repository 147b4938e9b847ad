import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Explained, { pieces } from '../src/components/Explained.svelte';
import { bestHand, course } from '../src/lib/course';
import { forgetCoaching, type Coach } from '../src/lib/coaching.svelte';
import { preferences } from '../src/lib/preferences.svelte';
import { places } from '../src/lib/places.svelte';
import { sayResult } from '../src/lib/words.svelte';
import MyTables from '../src/screens/lobby/MyTables.svelte';
import Awaited from '../src/screens/table/Awaited.svelte';
import CoachLine from '../src/screens/table/CoachLine.svelte';
import Curtain from '../src/screens/table/Curtain.svelte';
import Goal from '../src/screens/table/Goal.svelte';
import HandResult from '../src/screens/table/HandResult.svelte';
import Watching from '../src/screens/table/Watching.svelte';
import type { Visit } from '../src/lib/visit.svelte';
import { until } from './waiting';
import { shared } from './shared.svelte';

let mounted: ReturnType<typeof mount> | undefined;

function show<Props extends Record<string, any>>(Part: Component<Props, any, any>, props: Props): HTMLElement {
  mounted = mount(Part, { target: document.body, props });
  flushSync();
  return document.body;
}
const press = (selector: string) => {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  document.body.innerHTML = '';
  forgetCoaching();
});

const REEL = { forms: ['reel', 'reels'], text: 'A card from everybody.' };
const seat = (name: string, member: number | null, bot = '') => ({ name, member, bot, standing_in: false, resigned: false, left: null });
const words = {
  argument: { winners: 'seat' },
  result: { best: '{winners} did best.', best_you: 'You did best.' },
  sheet: { kept: 'Contracted for {bid}, took {taken}' },
};

function visiting(table: object, more: object = {}): Visit {
  const asked = vi.fn(() => Promise.resolve({ is: 'ack' }));
  return shared({ you: null, seat: null, plays: false, here: [0, 1], guests: 0, names: ['Ann', 'Ben', 'Cora'], ask: asked, table, match: null, ...more }) as unknown as Visit;
}

describe('sound', () => {
  const coach = { goal: 'Be first to 300.', words: [], know: vi.fn() } as unknown as Coach;

  test('is offered once, beside the goal of a first table', () => {
    preferences.set({ sound: false, soundOffered: false });
    const page = show(Goal, { coach, game: 'kamra' });
    press('[data-offer-sound]');
    expect(page.querySelector('[data-offer-sound]')?.getAttribute('aria-pressed')).toBe('true');
    expect(preferences.all.sound).toBe(true);
    press('[data-offer-sound]');
    expect(preferences.all.sound).toBe(false);
    void unmount(mounted!);
    document.body.innerHTML = '';
    flushSync();
    const again = show(Goal, { coach, game: 'cam' });
    expect(again.querySelector('[data-goal]')).not.toBeNull();
    expect(again.querySelector('[data-offer-sound]')).toBeNull();
  });
});

describe('a word of the book', () => {
  test('is found in any of its forms, once a sentence, and not inside other words', () => {
    const found = pieces('Reels and reelers: take a reel', [REEL]);
    expect(found.map(({ text, word }) => (word ? `[${text}]` : text)).join('')).toBe('[Reels] and reelers: take a reel');
  });

  test('explains itself when it is touched, and is silent again on Escape', () => {
    const page = show(Explained, { text: 'Take the reel.', words: [REEL] });
    expect(page.querySelector('[role=tooltip]')).toBeNull();
    press('.term');
    expect(page.querySelector('[role=tooltip]')?.textContent).toBe(REEL.text);
    page.querySelector('.term')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    flushSync();
    expect(page.querySelector('[role=tooltip]')).toBeNull();
  });
});

describe('the coach', () => {
  test('says what to know of a decision until it has been made once', () => {
    const known: string[] = [];
    const coach = { goal: '', words: [], about: (asked: string | null) => (asked && !known.includes(asked) ? `How to ${asked}.` : ''), know: (what = 'goal') => void known.push(what) };
    const props = shared({ coach: coach as unknown as Coach, asked: 'bid' as string | null });
    const page = show(CoachLine, props);
    expect(page.textContent).toContain('How to bid.');
    props.asked = null;
    flushSync();
    expect(known).toEqual(['goal', 'bid']);
    props.asked = 'bid';
    flushSync();
    expect(page.textContent).not.toContain('How to bid.');
  });
});

describe('the card of a hand', () => {
  const result = {
    ...{ key: 'best', given: { winners: [1] }, winners: [1], unit: 'points', ending: null, settlement: null },
    lines: [[{ key: 'kept', given: { bid: 1, taken: 1 }, points: 10 }], [{ key: 'kept', given: { bid: 3, taken: 3 }, points: 30 }], []],
    ...{ points: [10, 30, 0], totals: [110, 130, 100] },
  };
  const table = { seats: [seat('Ann', 0), seat('Ben', 1), seat('Cora', null, 'casual')], stands: { until: null, ready: [] as number[] } };

  test('says who won, how it adds up and where all stand, the winner first', () => {
    const page = show(HandResult, { visit: visiting(table, { match: { result }, you: 0, seat: 0, plays: true }), words, press: () => {} });
    expect(page.querySelector('h2')?.textContent).toBe('Ben did best.');
    const rows = [...page.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent!.trim().replace(/\s+/g, ' ')));
    expect(rows[0]).toEqual(['Winner Ben', '+30', '130']);
    expect(rows[1]).toEqual(['Contracted for 3, took 3', '+30', '']);
    expect(rows[2]).toEqual(['Ann you', '+10', '110']);
  });

  test('waits for those who have not pressed on, computer players not among them', () => {
    const seen = vi.fn();
    const visit = visiting({ ...table }, { match: { result }, you: 0, seat: 0, plays: true });
    const page = show(HandResult, { visit, words, press: seen });
    press('[data-ready]');
    expect(seen).toHaveBeenCalledOnce();
    visit.table = { ...table, stands: { until: null, ready: [0] } } as unknown as Visit['table'];
    flushSync();
    expect(page.querySelector('[data-ready]')).toBeNull();
    expect(page.querySelector('footer')?.textContent).toContain('Waiting for Ben.');
  });

  test('can be put aside to look at the table', () => {
    const page = show(HandResult, { visit: visiting(table, { match: { result }, you: 0, seat: 0, plays: true }), words, press: () => {} });
    press('header button');
    expect(page.querySelector('table')).toBeNull();
    expect(page.querySelector('[data-ready]')).not.toBeNull();
  });

  test('speaks to whoever won alone', () => {
    expect(sayResult(words, { key: 'best', given: { winners: [0] } }, ['Ann'], 0)).toBe('You did best.');
    expect(sayResult(words, { key: 'best', given: { winners: [0] } }, ['Ann'], null)).toBe('Ann did best.');
  });
});

describe('who watches', () => {
  const table = { phase: 'playing', wish: null, seats: [seat('Ann', 0), seat('Bert', null, 'casual')], members: [{ id: 4, name: 'Eve' }] };

  test('is told so, and asks for a seat that nobody has', () => {
    const visit = visiting(table, { you: 4 });
    const page = show(Watching, { visit });
    expect(page.textContent).toContain('You are watching.');
    press('[data-wish]');
    expect([...page.querySelectorAll('[data-wish-seat]')].map((each) => each.textContent)).toEqual(["Bert's seat"]);
    press('[data-wish-seat]');
    expect(visit.ask).toHaveBeenCalledWith({ do: 'wish', seat: 1 });
  });

  test('has nothing to ask for where people sit in all seats', () => {
    const page = show(Watching, { visit: visiting({ ...table, seats: [seat('Ann', 0)] }, { you: 4 }) });
    expect(page.querySelector('[data-wish]')).toBeNull();
  });
});

describe('who looks elsewhere when their turn comes', () => {
  const shown: string[] = [];
  class Told {
    static permission = 'granted';
    static requestPermission = () => Promise.resolve('granted');
    constructor(title: string) {
      shown.push(title);
    }
  }
  const look = (visibility: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange'));
    flushSync();
  };
  beforeEach(() => {
    shown.length = 0;
    vi.stubGlobal('Notification', Told);
    preferences.set({ notify: 'unasked' });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('sees it in the title, is asked when back, and is told the next time', async () => {
    const props = shared({ awaited: false, company: true, game: 'kamra', table: 't' });
    const page = show(Awaited, props);
    look('hidden');
    props.awaited = true;
    flushSync();
    expect(document.title).toMatch(/^Your turn/);
    expect(page.querySelector('[data-offer-notify]')).toBeNull();
    look('visible');
    press('[data-offer-notify] .primary');
    await until(() => preferences.all.notify === 'yes');
    props.awaited = false;
    look('hidden');
    expect(shown).toEqual([]);
    props.awaited = true;
    flushSync();
    expect(shown).toEqual(['Your turn']);
  });

  test('is not asked at a table of computer players', () => {
    const page = show(Awaited, { awaited: true, company: false, game: 'kamra', table: 't' });
    look('hidden');
    look('visible');
    expect(page.querySelector('[data-offer-notify]')).toBeNull();
  });
});

test('a curtain names who gets the device, and rises for them', () => {
  const lift = vi.fn();
  const page = show(Curtain, { name: 'Ann', lift });
  expect(page.textContent).toContain('Pass it to Ann');
  expect(document.activeElement).toBe(page.querySelector('button'));
  press('button');
  expect(lift).toHaveBeenCalledOnce();
});

test('a browser has several places at a table where people share it, and its owner is the first', () => {
  const place = (member: number) => ({ table: 't', game: 'kamra', title: '', member, token: `token ${member}`, since: 0 });
  places.keep(place(0));
  places.add(place(3));
  expect(places.allAt('t').map(({ member }) => member)).toEqual([0, 3]);
  expect(places.at('t')?.member).toBe(0);
  places.follow('t', 'next', 'cam');
  expect(places.allAt('next').map(({ member, game }) => [member, game])).toEqual([[0, 'cam'], [3, 'cam']]);
  places.drop('t', 0);
  expect(places.at('t')?.member).toBe(3);
  places.keep(place(5));
  expect(places.allAt('t').map(({ member }) => member)).toEqual([5]);
});

test('the course of the scores begins with nothing and ends at the edges', () => {
  const { lines, zero } = course([[10, -10], [30, 10]], 2, 100, 40);
  expect(lines.map(({ points }) => points)).toEqual([[[0, 30], [50, 20], [100, 0]], [[0, 30], [50, 40], [100, 20]]]);
  expect(zero).toBe(30);
});

test('the best hand is the one that brought most, and nobody has it if two brought as much', () => {
  expect(bestHand([[10, -10], [5, 40], [20, 45]])).toEqual({ seat: 1, hand: 2, points: 50 });
  expect(bestHand([[1, 0], [1, 1]])).toBeNull();
  expect(bestHand([[-5, -3]])).toBeNull();
  expect(bestHand([])).toBeNull();
});

test('the shelf tells of a turn that comes while somebody looks at it', async () => {
  vi.useFakeTimers();
  const summary = { table: 'abc', game: 'cam', phase: 'playing', players: ['Ann', 'Ben'], turn: [1], seat: 0 };
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(JSON.stringify([summary])))));
  places.keep({ table: 'abc', game: 'cam', title: '', member: 0, token: 'own', since: 0 });
  const page = show(MyTables, {});
  await vi.advanceTimersByTimeAsync(100);
  expect(page.querySelector('li.turn')).toBeNull();
  expect(page.querySelector('li')).not.toBeNull();
  summary.turn = [0];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(page.querySelector('li.turn')?.textContent).toContain('Your turn');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
