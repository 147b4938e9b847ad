import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Bidding from '../src/games/kamra/Bidding.svelte';
import { ALL, nameOf } from '../src/games/kamra/cards';
import Face from '../src/games/kamra/Face.svelte';
import { before, pageOf, written } from '../src/games/kamra/pad';
import Reel from '../src/games/kamra/Reel.svelte';
import Stage from '../src/games/kamra/Stage.svelte';
import { wordsOf } from './words';

const words = wordsOf('kamra');
const drawn: Record<string, unknown>[] = [];

function draw<P extends Record<string, unknown>>(Part: Component<P>, props: P): HTMLElement {
  const target = document.createElement('div');
  document.body.append(target);
  drawn.push(mount(Part, { target, props }));
  flushSync();
  return target;
}

afterEach(() => {
  for (const each of drawn.splice(0)) void unmount(each);
  document.body.replaceChildren();
});

describe('the sixty cards', () => {
  const faces = ALL.map((card) => {
    const target = draw(Face, { card });
    const shapes = [...target.querySelectorAll('.index path')].map((path) => path.getAttribute('d'));
    return { card, rank: target.querySelector('.index text')?.textContent, shape: shapes.join() };
  });

  it('are sixty, each with a name of its own in every language', () => {
    expect(ALL).toHaveLength(60);
    for (const told of [words, wordsOf('kamra', 'es')]) {
      const names = ALL.map((card) => nameOf(told, card));
      expect(new Set(names).size).toBe(60);
      expect(names.filter((name) => ALL.includes(name))).toEqual([]);
    }
    expect(nameOf(words, '*S')).toBe('Star of Stars');
  });

  it('show rank and shape in the corner, no two alike without their colour', () => {
    for (const { card, rank } of faces) expect(rank).toBe(card[1]);
    expect(new Set(faces.map(({ shape }) => shape)).size).toBe(5);
    expect(new Set(faces.map(({ rank, shape }) => `${rank} ${shape}`)).size).toBe(60);
  });
});

describe('the film strip', () => {
  const reel = {
    cards: [
      { seat: 2, card: 'T5' },
      { seat: 3, card: '$1' },
    ],
    order: [2, 3, 0, 1],
    names: ['Ann', 'Bob', 'Cal', 'Dot'],
    words,
    taking: 3,
    finished: false,
    label: 'Reel 4',
  };

  it('has a frame for everybody from the leader on, with what they played', () => {
    const frames = [...draw(Reel, reel).querySelectorAll('li')];
    expect(frames.map((frame) => frame.querySelector('.name')?.textContent)).toEqual(['Cal', 'Dot', 'Ann', 'Bob']);
    expect(frames.map((frame) => frame.querySelector('.laid .hidden')?.textContent)).toEqual([
      '5 of Triangles',
      '1 of Dollars',
      undefined,
      undefined,
    ]);
  });

  it('says who is taking it, and who has taken it', () => {
    const marks = (finished: boolean) =>
      [...draw(Reel, { ...reel, finished }).querySelectorAll('li svg[role=img]')].map((mark) => [
        mark.closest('li')?.querySelector('.name')?.textContent,
        mark.getAttribute('aria-label'),
      ]);
    expect(marks(false)).toEqual([['Dot', 'best so far']]);
    expect(marks(true)).toEqual([['Dot', 'takes the reel']]);
  });
});

describe('the stage', () => {
  const last = { cards: ['T5', '$1', 'T2', 'T7'].map((card, i) => ({ seat: (2 + i) % 4, card })), taker: 3 };
  const table = {
    ...{ phase: 'play', dealer: 1, turn: 3, hand: [], held: [9, 9, 9, 9], contracts: [2, null, 0, 5], highest: 3, taken: [0, 1, 0, 2] },
    ...{ reel: [], taking: null, last_reel: last, totals: [0, 0, 0, 0], target: 300, hands_played: 0, captured: null },
  };
  const stage = (changed: object, events: object[] = []) =>
    draw(Stage as never, {
      match: { seats: 4, over: false, table: { ...table, ...changed } },
      ...{ names: ['Ann', 'Bob', 'Cal', 'Dot'], you: 0, events, words, pages: [] },
    } as never);

  it('keeps a full reel, with who takes it, until the next card is led', () => {
    const full = stage({}); // whatever has happened since
    expect(full.querySelectorAll('.laid')).toHaveLength(4);
    expect(full.querySelector('.takes')?.textContent).toBe('Dot takes the reel.');
    expect(full.querySelector('.edge')?.textContent).toBe('Reel 3');
    const next = stage({ reel: [{ seat: 3, card: 'C4' }], taking: 3 });
    expect(next.querySelectorAll('.laid')).toHaveLength(1);
    expect(next.querySelector('.takes')).toBeNull();
  });

  it('shows the contracts large while they are made', () => {
    const boards = [...stage({ phase: 'bid', turn: 1, last_reel: null }).querySelectorAll('ol[aria-label="The contracts"] li')];
    expect(boards.map((board) => board.querySelector('.hidden')?.textContent)).toEqual([
      'Cal: Pass',
      'Dot: Contract for 5 reels, highest bidder',
      'Ann: Contract for 2 reels',
      'Bob: no bid yet',
    ]);
  });
});

describe('the bidding board', () => {
  const board = { legal: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], most: 10, words, busy: false };

  it('has every bid up to the reels of the hand, each named', () => {
    const keys = [...draw(Bidding, { ...board, act: () => {} }).querySelectorAll('button')];
    expect(keys.map((key) => key.dataset.action)).toEqual(Array.from({ length: 11 }, (_, bid) => `bid ${bid}`));
    expect(keys.map((key) => key.getAttribute('aria-label')).slice(0, 3)).toEqual([
      'Pass: no contract',
      'Contract for 1 reel',
      'Contract for 2 reels',
    ]);
  });

  it('asks for what is pressed, allowed or not, but only once', () => {
    const act = vi.fn();
    const press = (target: HTMLElement, bid: number) =>
      target.querySelector<HTMLElement>(`[data-action="bid ${bid}"]`)?.click();
    const free = draw(Bidding, { ...board, act });
    press(free, 4);
    press(free, 0);
    press(draw(Bidding, { ...board, act, busy: true }), 5);
    expect(act.mock.calls).toEqual([['bid 4'], ['bid 0']]);
  });
});

describe('the score pad', () => {
  const ended = (hand: number, points: number, total: number) => [
    { kind: 'made', seat: 0, bid: 2, taken: 3 },
    { kind: 'captured', seat: 0, stars: 1, heroes: 0 },
    { kind: 'scored', seat: 0, points, total },
    { kind: 'hand_over', seat: 'table' as const, hands: hand, scored: true },
  ];

  it('writes a page for each hand, once, and brings the rest forward', () => {
    const page = pageOf(ended(3, 40, 130))!;
    expect(page.entries[0]).toEqual({ bid: 2, taken: 3, stars: 1, heroes: 0, points: 40, total: 130 });
    const pages = written(written(written([], page), pageOf(ended(2, 10, 90))!), page);
    expect(pages.map(({ hand }) => hand)).toEqual([2, 3]);
    expect(before(pages, [130])).toEqual([80]);
  });

  it('has no page for a deal that was thrown in', () => {
    expect(pageOf([{ kind: 'hand_over', seat: 'table', hands: 0, scored: false }])).toBeNull();
  });
});
