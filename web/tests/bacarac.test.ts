import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import look from '../src/games/bacarac';
import Face from '../src/games/bacarac/Face.svelte';
import Table from '../src/games/bacarac/Table.svelte';
import { BOARD, nameOf, RANKS, stopOf, SUITS, type BacaracTable } from '../src/games/bacarac/types';
import type { MatchView } from '../src/wire';
import { shared } from './shared.svelte';
import { wordsOf } from './words';

const words = wordsOf('bacarac');
const names = ['Ann', 'Bob', 'Cid'];
const ALL = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** Ann's run has stopped at the 5 of Diamonds; black is due. */
const table: BacaracTable = {
  ...{ phase: 'lead', hand_number: 0, hands_agreed: 6, dealer: 2, turn: 0, playing: [0, 1, 2], swapped: false },
  board: { kitty: 9, pot: 0, '8-9-10': 6, A: 3, K: 3, Q: 3, J: 3, '10': 0, 'K-Q': 3, 'J-10': 3 },
  ...{ balances: [-13, -13, -7], hand: ['5C', 'JC', '3S', 'KH'], best: null, held: [4, 5, 5] },
  ...{ laid: [['2D', '5D'], ['3D', '4D'], ['10H']], shown: [null, null, null], poker: null },
  ...{ run: { cards: ['2D', '3D', '4D', '5D'], layer: 0 }, required: 'a black suit', known_dead: ['6D'], dead: null },
  ...{ left: null, earned: { '10': 2 } },
};

const seen = (changes: Partial<BacaracTable> = {}, legal = ['lead C', 'lead S']): MatchView<BacaracTable> => ({
  ...{ game: 'bacarac', rules: 1, seats: 3, options: {}, you: 0, actors: [0], legal, over: false },
  ...{ scores: [], payoffs: [], winners: [], asked: null, result: null, table: { ...table, ...changes } },
});

const plates = names.map((name, i) => ({ name, bot: '', away: false, you: i === 0, turn: false, left: null }));
const drawn: Record<string, unknown>[] = [];

function sit(match: MatchView<BacaracTable>) {
  const act = vi.fn();
  const props = { match, names, you: 0, events: [], words, act, takeBack: vi.fn(), busy: false, plates, deadline: null };
  drawn.push(mount(Table, { target: document.body, props }));
  flushSync();
  return act;
}

/** The same, with what has just happened, and a way to go on. */
function lie(match: MatchView<BacaracTable>, events: never[]) {
  const props = shared({ match, names, you: 0, events, words, act: vi.fn(), takeBack: vi.fn(), busy: false, plates, deadline: null });
  drawn.push(mount(Table, { target: document.body, props }));
  flushSync();
  const change = (next: MatchView<BacaracTable>, then: never[]) => {
    props.match = next;
    props.events = then;
    flushSync();
  };
  return { change };
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

afterEach(() => {
  for (const each of drawn.splice(0)) void unmount(each);
  document.body.replaceChildren();
});

test('every card has a name of its own, in both languages', () => {
  for (const told of [words, wordsOf('bacarac', 'es')]) expect(new Set(ALL.map((card) => nameOf(card, told))).size).toBe(52);
  expect(nameOf('QH', words)).toBe('Queen of Hearts');
  expect(nameOf('10S', wordsOf('bacarac', 'es'))).toBe('10 de picas');
});

test('every card shows its rank in the corner and the shape of its suit', () => {
  const faces = ALL.map((card) => {
    const target = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    drawn.push(mount(Face, { target, props: { card } }));
    flushSync();
    expect(target.querySelector('.rank')?.textContent).toBe(card.slice(0, -1));
    return `${card.slice(0, -1)} ${target.querySelector('.ink')?.getAttribute('d')}`;
  });
  expect(new Set(faces).size).toBe(52);
});

test('the board has the ten printed divisions with what lies in them', () => {
  sit(seen());
  expect([...document.querySelectorAll<HTMLElement>('[data-division]')].map(({ dataset }) => dataset.division)).toEqual(
    BOARD.flat(),
  );
  expect(document.querySelector('[data-division="kitty"]')?.textContent).toContain('the Kitty: 9 chips');
  expect(document.querySelector('[data-division="10"]')?.textContent).toContain('Cid');
});

test('the lamp, the stop and the rule say that black is due', () => {
  sit(seen());
  const lit = (colour: string) => document.querySelector<HTMLElement>(`[data-lamp="${colour}"]`)!.dataset.lit;
  expect([lit('red'), lit('black')]).toEqual(['false', 'true']);
  const text = document.querySelector('.stop')!.textContent!;
  expect(text).toContain('Stop at 5♦: 6♦ is dead.');
  expect(text).toContain('You must change: a black suit.');
  expect(text).toContain('BC-23');
});

test('why a run has stopped is told only while runs are laid', () => {
  expect(stopOf(table)?.why).toBe('dead');
  expect(stopOf({ ...table, run: { cards: ['KS', 'AS'], layer: 1 } })?.why).toBe('ace');
  expect(stopOf({ ...table, run: { cards: ['9H'], layer: 1 } })?.why).toBe('laid');
  expect(stopOf({ ...table, phase: 'deal' })).toBeNull();
});

test('the lowest card of a suit is led; a higher one is explained, one of the wrong colour is asked for', () => {
  const act = sit(seen());
  press('[data-card="JC"]');
  expect(act).not.toHaveBeenCalled();
  expect(document.querySelector('.note')?.textContent).toContain('5♣, not J♣');
  press('[data-card="5C"]');
  expect(act).toHaveBeenLastCalledWith('lead C');
  press('[data-card="KH"]');
  expect(act).toHaveBeenLastCalledWith('lead H');
});

test('in the betting the best five are named and every word has its button', () => {
  const legal = ['call', 'raise 1', 'raise 2', 'fold'];
  const poker = { bet: 3, put: [1, 3, 0], in: [0, 1], to_speak: [0], raises_left: 2 };
  const act = sit(seen({ phase: 'bet', poker, best: { cards: ['5C', 'JC', '3S', 'KH'], poker: 'high card' }, run: null }, legal));
  expect(document.querySelector('.poker')?.textContent).toContain('high card');
  expect(document.querySelector('[data-card="KH"]')?.getAttribute('aria-label')).toContain('in your best five');
  expect(document.querySelector('[data-action="call"]')?.textContent).toContain('2');
  expect(document.querySelector('[data-action="raise 2"]')?.textContent?.trim()).toBe('Raise to 5');
  expect(look.prompt(seen({ phase: 'bet', poker }, legal), 0)).toEqual({ key: 'your_answer', given: { due: 2 } });
  press('[data-action="fold"]');
  expect(act).toHaveBeenLastCalledWith('fold');
  expect(document.querySelector('[data-seat="2"]')?.textContent).toContain('folded');
});

test('before there is a bet nobody is offered a raise, and the ante is explained', () => {
  const legal = ['check', 'bet 1', 'bet 2', 'bet 3', 'fold'];
  const poker = { bet: 0, put: [0, 0, 0], in: [0, 1, 2], to_speak: [0, 1, 2], raises_left: 3 };
  sit(seen({ phase: 'bet', poker, run: null, balances: [-13, -13, -13] }, legal));
  const buttons = [...document.querySelectorAll('.bar [data-action]')].map((each) => each.textContent!.trim());
  expect(buttons).toEqual(['Check', 'Bet 1', 'Bet 2', 'Bet 3', 'Fold']);
  expect(look.prompt(seen({ phase: 'bet', poker }, legal), 0)).toEqual({ key: 'your_bet', given: { most: 3 } });
  expect(document.querySelector('.ante')!.textContent).toContain('13 chips');
});

const SHOWN = [
  { kind: 'showed', seat: 0, cards: ['5C', 'JC', '3S', 'KH'], poker: 'high card' },
  { kind: 'showed', seat: 1, cards: ['8C', '8S', '4D'], poker: 'a pair' },
  { kind: 'won', seat: 1, chips: 12, unseen: false },
] as never[];

test('a showdown names every hand and marks the winner, and stands until somebody leads', () => {
  const { change } = lie(seen({ run: null, required: 'any suit' }), SHOWN);
  const hands = [...document.querySelectorAll<HTMLElement>('[data-shown]')];
  expect(hands.map((each) => each.querySelector('.kind')!.textContent)).toEqual(['high card', 'a pair']);
  expect(hands.map((each) => each.classList.contains('wins'))).toEqual([false, true]);
  expect(hands.map((each) => each.querySelectorAll('.dimmed').length)).toEqual([4, 0]);
  expect(document.querySelector('.outcome')!.textContent).toBe('Bob wins 12 chips with a pair.');
  change(seen(), []);
  expect(document.querySelector('[data-shown]')).toBeNull();
  expect(document.querySelector('.rails')).not.toBeNull();
});

test('a card that lays itself says so', () => {
  lie(seen(), [{ kind: 'laid', seat: 0, cards: ['5D'], leads: false }] as never[]);
  expect(document.querySelector('.forced')!.textContent).toContain('Your 5♦ was next in the run');
});

test('the turn line always has its words', () => {
  for (const phase of ['deal', 'buy', 'choose', 'bet', 'lead', 'final', 'final-bet', 'over'] as const)
    for (const you of [0, 1, null]) expect(words.prompt).toHaveProperty(look.prompt(seen({ phase }, []), you)!.key);
  expect(look.prompt(seen({ turn: 1 }, ['claim K', 'silent']), 0)?.key).toBe('your_claim');
});
