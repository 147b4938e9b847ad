import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Standing from '../src/games/cam/Standing.svelte';
import Table from '../src/games/cam/Table.svelte';
import look from '../src/games/cam';
import { between, layOut, outline, walk } from '../src/games/cam/board';
import { attempt, readLegs, targets } from '../src/games/cam/legs';
import { wayOf } from '../src/games/cam/hint';
import HintLine from '../src/games/cam/HintLine.svelte';
import { follow, standing, trace } from '../src/games/cam/motion';
import type { CamTable } from '../src/games/cam/types';
import type { Words } from '../src/lib/words.svelte';
import type { Candidate, MatchView } from '../src/wire';
import { wordsOf } from './words';

const FILES = 'ABCDEFG';
const WIDTHS = [1, 3, 5, 7, 7, 7, 7, 7, 7, 7, 5, 3, 1];
const RANKS = WIDTHS.map((width, i) =>
  [...FILES].slice((7 - width) / 2, (7 + width) / 2).map((file) => `${file}${13 - i}`),
);
const words = wordsOf('cam');

const red = layOut(RANKS, 0);
const at = (square: string) => ({ square, column: red.places.get(square)!.column });

test('the board has 67 squares, and each side sees its own castle nearest', () => {
  expect(red.places.size).toBe(67);
  expect(red.places.get('D1')).toMatchObject({ column: 3, row: 12 });
  expect(red.places.get('A10')).toMatchObject({ column: 0, row: 3 });
  const yellow = layOut(RANKS, 1);
  expect(yellow.places.get('D13')).toMatchObject({ column: 3, row: 12 });
  expect(yellow.places.get('A10')).toMatchObject({ column: 6, row: 9 });
});

test('a small board is laid out from its ranks, too', () => {
  const ranks = [['C7'], ['B6', 'C6', 'D6'], ['A5', 'B5', 'C5', 'D5', 'E5'], ['B4', 'C4', 'D4'], ['C3']];
  const board = layOut(ranks, 0);
  expect([board.columns, board.rows.length]).toEqual([5, 5]);
  expect(outline(board).match(/-?\d+ \d+/g)).toHaveLength(20);
});

test('the keyboard walks over the tapered edge and keeps to its file', () => {
  const up = ['A10', 'B11', 'C12', 'D13'];
  let point = at('A10');
  for (const square of up.slice(1)) {
    point = walk(red, point, 'ArrowUp')!;
    expect(point.square).toBe(square);
  }
  expect(walk(red, point, 'ArrowUp')!.square).toBe('D13');
  for (const square of up.toReversed().slice(1)) {
    point = walk(red, point, 'ArrowDown')!;
    expect(point.square).toBe(square);
  }
  expect(walk(red, at('A10'), 'ArrowLeft')!.square).toBe('A10');
  expect(walk(red, at('D11'), 'Home')!.square).toBe('B11');
  expect(walk(red, at('D11'), 'End')!.square).toBe('F11');
  expect(walk(red, at('A8'), 'PageDown')!.square).toBe('D1');
  expect(walk(red, at('A8'), 'q')).toBeNull();
});

test('legal texts say where a piece may go, and how', () => {
  const legs = readLegs(['done', 'C4-D5', 'C4-E4-', 'B5xB7x', 'C4xC6'], red);
  expect([...targets(legs, 'C4')].map(([to, leg]) => [to, leg.is, leg.over, leg.on])).toEqual([
    ['D5', 'step', null, false],
    ['E4', 'canter', null, true],
    ['C6', 'jump', 'C5', false],
  ]);
  expect(targets(legs, null).size).toBe(0);
});

test('what is not legal can be asked for all the same', () => {
  const pieces = { C4: 'K', C5: 'm', D5: 'M' };
  expect(attempt(red, pieces, 'C4', 'C6')).toBe('C4xC6');
  expect(attempt(red, pieces, 'C4', 'E6')).toBe('C4-E6');
  expect(attempt(red, pieces, 'C4', 'C5')).toBe('C4xC5');
  expect(between(red, 'A10', 'C12')).toBe('B11');
  expect(between(red, 'A10', 'B12')).toBeNull();
});

test('pieces keep their identity through a charge and when it is taken back', () => {
  const start = follow([], { C4: 'K', C5: 'M', C7: 'm' }, []).pieces;
  const knight = start.find(({ square }) => square === 'C4')!.id;
  const enemy = start.find(({ square }) => square === 'C7')!.id;
  const events = [
    { kind: 'cantered', seat: 0, leg: 'C4-C6' },
    { kind: 'jumped', seat: 0, leg: 'C6xC8' },
    { kind: 'taken', seat: 1, square: 'C7', knight: false },
  ];
  const moved = follow(start, { C8: 'K', C5: 'M' }, events);
  expect(moved.ways.get(knight)).toEqual({ squares: ['C4', 'C6', 'C8'], jumps: true });
  expect(moved.taken.get(enemy)).toBe(2);
  const back = follow(moved.pieces, { C6: 'K', C5: 'M', C7: 'm' }, []);
  expect(back.pieces.find(({ id }) => id === knight)!.square).toBe('C6');
  expect(back.pieces).toHaveLength(3);
});

test('the last turn is shown as far as it stands', () => {
  const first = trace(null, [{ kind: 'cantered', seat: 0, leg: 'C4-C6' }]);
  const both = trace(first, [{ kind: 'cantered', seat: 0, leg: 'C6-E6' }]);
  expect(both!.squares).toEqual(['C4', 'C6', 'E6']);
  expect(standing(both, { C6: 'K' })!.squares).toEqual(['C4', 'C6']);
  expect(standing(both, { C4: 'K' })).toBeNull();
  expect(trace(both, [{ kind: 'moved', seat: 1, leg: 'D9-D8' }])!.squares).toEqual(['D9', 'D8']);
});

function match(changes: Partial<CamTable> = {}, legal: string[] = []): MatchView<CamTable> {
  const table: CamTable = {
    phase: 'play',
    board: 'cam',
    ranks: RANKS,
    castles: ['D1', 'D13'],
    pieces: { C4: 'K', C5: 'M', D5: 'M', B9: 'm' },
    turn: 0,
    unfinished: [],
    duty: '',
    taken: ['', ''],
    left: [3, 1],
    quiet: 0,
    occurrences: 1,
    ended: '',
    winner: null,
    game: 1,
    began: 0,
    ...changes,
  };
  const options = { games: 1, quiet_plies: 100, repetition: 3 };
  const rest = { over: false, scores: [0, 0], payoffs: [0, 0], winners: [], asked: null, result: null, actors: [0], you: 0 };
  return { game: 'cam', rules: 1, seats: 2, options, legal, table, ...rest };
}

const plate = { name: 'Ann', bot: '', away: false, you: true, turn: true, left: null };
let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});

function show(view: MatchView<CamTable>) {
  const act = vi.fn<(action: string) => void>();
  const takeBack = vi.fn<() => void>();
  const names = ['Ann', 'Ben'];
  const props = { match: view, names, you: 0, events: [], words, act, takeBack, busy: false, plates: [plate, plate], deadline: null };
  shown = mount(Table, { target: document.body, props });
  flushSync();
  const square = (name: string) => document.querySelector<HTMLElement>(`[data-square="${name}"]`)!;
  const press = (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  };
  const tap = (name: string) => {
    square(name).click();
    flushSync();
  };
  return { act, takeBack, square, press, tap };
}

test('a piece is chosen, its squares are shown, and a leg is asked for by keyboard alone', () => {
  const { act, square, press } = show(match({}, ['C4-B4', 'C4-C6-', 'D5-D6']));
  expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  expect(square('C4').getAttribute('aria-label')).toBe('C4, your knight, can move');
  square('C4').focus();
  press('Enter');
  expect(square('C4').getAttribute('aria-selected')).toBe('true');
  expect(square('C6').getAttribute('aria-label')).toBe('C6, vacant, canter here');
  press('Escape');
  expect(square('C4').getAttribute('aria-selected')).toBe('false');
  press('Enter');
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(square('C6'));
  press('Enter');
  expect(act).toHaveBeenCalledWith('C4-C6-');
});

test('what is not legal is asked for, so that the server can say why not', () => {
  const { act, tap } = show(match({}, ['D5-D6']));
  tap('C4');
  tap('G10');
  expect(act).toHaveBeenCalledWith('C4-G10');
});

test('an unfinished canter goes on, stops, or is taken back', () => {
  const { act, takeBack, square, tap } = show(match({ unfinished: ['C4', 'C6'], pieces: { C6: 'K', D6: 'M' } }, ['done', 'C6-E6']));
  expect(square('C6').getAttribute('aria-selected')).toBe('true');
  tap('C6');
  expect(act).toHaveBeenLastCalledWith('done');
  tap('E6');
  expect(act).toHaveBeenLastCalledWith('C6-E6');
  document.querySelector<HTMLElement>('[aria-label="Take the last leg back"]')!.click();
  expect(takeBack).toHaveBeenCalledOnce();
});

test('a hint is drawn over the board turn by turn, with what it takes', () => {
  expect(wayOf('C4-C6xC8', red)).toEqual({ squares: ['C4', 'C6', 'C8'], taken: ['C7'] });
  const line = [{ seat: 0, text: 'C4-C6xC8' }, { seat: 1, text: 'D9-D8' }, { seat: 0, text: 'D5-D6' }];
  const hint = { choice: { line } as unknown as Candidate, turns: 2 };
  shown = mount(HintLine, { target: document.body, props: { board: red, hint } });
  const ways = [...document.querySelectorAll('[data-way]')];
  expect(ways.map((way) => way.getAttribute('data-way'))).toEqual(['C4 C6 C8', 'D9 D8']);
  expect(ways.map((way) => way.classList.contains('past'))).toEqual([true, false]);
  expect(document.querySelectorAll('.prey')).toHaveLength(1);
});

test('the turn line says what is due', () => {
  const said = (view: MatchView<CamTable>, you: number | null = 0) => look.prompt!(view, you)!;
  expect(said(match({ duty: 'capture' }, ['B5xB7', 'F3-F5-']))).toEqual({ key: 'must_jump', given: { squares: 'B5, F3' } });
  expect(said(match({ duty: 'leave the castle' }, ['D1-D2'])).key).toBe('must_leave');
  expect(said(match({ unfinished: ['C4', 'C6'] }, ['done', 'C6-E6'])).key).toBe('may_stop');
  expect(said(match({ unfinished: ['C4', 'C6'], duty: 'capture' }, ['C6xC8'])).key).toBe('charge_on');
  expect(said(match({ unfinished: ['B7'], duty: 'capture' }, ['B7xB9'])).key).toBe('jump_on');
  expect(said(match(), 1).key).toBe('to_move');
});

test('what stands beside the board may be told in the same words, or in none', () => {
  const lines = (told: Words) => {
    const target = document.createElement('div');
    const options = { games: 2, quiet_plies: 100, repetition: 3 };
    shown = mount(Standing, { target, props: { table: match({ quiet: 7, occurrences: 2 }).table, options, words: told } });
    flushSync();
    return [...target.querySelectorAll('li')].map((line) => line.textContent);
  };
  expect(lines({})).toEqual(['', '', '']);
  expect(lines({ label: { game: 'so', quiet: 'so', repeated: 'and so' } })).toEqual(['so', 'so', 'and so']);
});
