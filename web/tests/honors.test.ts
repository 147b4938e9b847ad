import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { BOOKS, byBook, cardsOf, cornerSum } from '../src/games/honors/books';
import HonorsCard from '../src/games/honors/HonorsCard.svelte';
import { MOTIFS } from '../src/games/honors/motifs';
import { cardName } from '../src/games/honors/say';
import Honors1 from '../src/games/honors1/Table.svelte';
import Honors2 from '../src/games/honors2/Table.svelte';
import { takenWith } from '../src/games/honors2/row';
import Honors3 from '../src/games/honors3/Table.svelte';
import Honors4 from '../src/games/honors4/Table.svelte';
import { neighbours } from '../src/games/honors4/neighbours';
import type { TableProps } from '../src/games/table';
import { shared } from './shared.svelte';
import { wordsOf } from './words';


const NAMES = ['Ann', 'Bert', 'Cora', 'Dell'];
const plates = NAMES.map((name, seat) => ({ name, bot: '', away: false, you: seat === 0, turn: seat === 0, left: null }));

let mounted: Record<string, unknown> | undefined;
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
});

/** A table on the page, what it asks for, and a way to let it change. */
function lay(Table: Component<TableProps>, game: string, table: Record<string, unknown>, legal: string[], options = {}) {
  const act = vi.fn();
  const match = (changed: Record<string, unknown> = {}) =>
    ({ game, seats: 4, options, actors: [0], legal, over: false, scores: [0, 0, 0, 0], table: { ...table, ...changed } }) as never;
  const given = props({ match: match(), act, words: wordsOf(game) });
  mounted = mount(Table, { target: document.body, props: given });
  flushSync();
  const change = (changed: Record<string, unknown>) => {
    given.match = match(changed);
    flushSync();
  };
  return { act, change };
}

/** Props that can be changed from outside. */
function props(own: Pick<TableProps, 'match' | 'act' | 'words'>): TableProps {
  return shared({ names: NAMES, you: 0, events: [], busy: false, plates, takeBack: () => {}, deadline: null, ...own });
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}
const offered = () => [...document.querySelectorAll<HTMLElement>('.bar [data-action]')].map((each) => each.dataset.action);

test('twelve books have twelve woodcuts', () => {
  const drawn = BOOKS.map((book) => JSON.stringify(MOTIFS[book].pieces));
  expect(new Set(drawn).size).toBe(12);
  for (const book of BOOKS) expect(MOTIFS[book].pieces.length).toBeGreaterThan(1);
});

test('a card shows its corner and its number as beads, and is read out with its woodcut', () => {
  mounted = mount(HonorsCard, { target: document.body, props: { card: 'G-3' } });
  expect(document.querySelector('text')!.textContent).toBe('G-3');
  expect(document.querySelectorAll('circle.filled').length).toBe(3);
  expect(cardName('G-3')).toBe('G 3, Needle');
});

test('cards are sorted by book and counted by their corners', () => {
  expect(cardsOf('B')).toEqual(['B-1', 'B-2', 'B-3', 'B-4']);
  expect(byBook(['A-1', 'A-4', 'C-2'])).toEqual([['A', ['A-1', 'A-4']], ['C', ['C-2']]]);
  expect(cornerSum(['F-1', 'F-2', 'F-4'])).toBe(7);
});

test('a card of the row is taken with all that lies above it, and no others', () => {
  const row = ['C-2', 'E-4', 'B-1'];
  expect(takenWith(row, 'E-4')).toEqual(['E-4', 'B-1']);
  expect(takenWith(row, 'C-2')).toEqual(row);
  expect(takenWith(row, null)).toEqual([]);
});

const ASKING = {
  ...{ phase: 'ask', dealer: 3, turn: 0, hand: ['A-1', 'B-2'], held: [2, 6, 6, 6], centre: 20, books: [[], [], [], ['C']] },
  ...{ premium: null, asks: [], idle_turns: 0, totals: [0, 0, 0, 0], target: 100, hands_played: 0 },
};

test('No. I: a player and a card make a question, and both stay chosen when the table changes', () => {
  const { act, change } = lay(Honors1 as never, 'honors1', ASKING, ['ask 2 A-3']);
  press('[data-action="ask 2"]');
  press('[data-action="book A"]');
  press('[data-card="A-3"]');
  change({ centre: 19 });
  press('.bar [data-action="ask 2 A-3"]');
  expect(act).toHaveBeenCalledWith('ask 2 A-3');
});

test('No. I: what may not be asked looks so, and says why at the first press', () => {
  const { act } = lay(Honors1 as never, 'honors1', { ...ASKING, held: [2, 0, 6, 6] }, ['ask 2 A-3', 'ask 3 A-3', 'ask 2 B-1']);
  const unfit = [...document.querySelectorAll<HTMLElement>('[data-action^="book "]')].filter((each) => each.ariaDisabled === 'true' || each.getAttribute('aria-disabled') === 'true');
  expect(unfit).toHaveLength(10);
  press('[data-action="book C"]');
  expect(act).toHaveBeenLastCalledWith('ask 2 C-1');
  press('[data-seat="1"] .whole');
  expect(act).toHaveBeenLastCalledWith('ask 1 A-3');
  press('[data-action="book A"]');
  press('button:has(.yours)');
  expect(act).toHaveBeenLastCalledWith('ask 2 A-1');
  expect(offered()).toEqual([]);
});

test('No. I: a choice is gone with the turn, and at the end of a hand nothing is said of asks', () => {
  const { change } = lay(Honors1 as never, 'honors1', ASKING, ['ask 2 A-3']);
  press('[data-action="ask 2"]');
  press('[data-action="book A"]');
  press('[data-card="A-3"]');
  expect(offered()).toEqual(['ask 2 A-3']);
  change({ turn: 1 });
  change({ turn: 0 });
  expect(offered()).toEqual([]);
  expect(document.querySelectorAll('[aria-pressed="true"]').length).toBe(1); // the only one who can be asked
  change({ phase: 'deal', turn: null, asks: [] });
  expect(document.body.textContent).not.toContain('Nothing has been asked yet');
});

const DRAWING = {
  ...{ phase: 'draw', dealer: 3, turn: 0, hand: ['F-1', 'F-2', 'K-4'], held: [3, 7, 7, 7], seen: [[], [], [], []] },
  ...{ laid: [[], [], [], []], points_laid: [0, 0, 0, 0], row: ['C-2', 'F-4', 'B-1'], stock: 9, second_stock: false, taken: null },
  ...{ must_lay: null, silent: [], claimant: null, claimed: null, quiet: 0, out: null, left: null },
  ...{ totals: [0, 0, 0, 0], target: 150, hands_played: 0 },
};

test('No. II: pointing into the row shows what comes with the card before it is taken', () => {
  const { act } = lay(Honors2 as never, 'honors2', DRAWING, ['stock', 'take 1', 'take 2', 'take 3']);
  press('[data-row="F-4"]');
  expect(document.querySelectorAll('li.taken').length).toBe(2);
  expect(document.querySelector('.bar p')!.textContent).toContain('F\u20114 and B\u20111');
  press('.bar [data-action="take 2"]');
  expect(act).toHaveBeenCalledWith('take 2');
});

test('No. II: cards are picked, then laid or discarded as the server allows', () => {
  const playing = { ...DRAWING, phase: 'play', hand: ['F-1', 'F-2', 'F-4', 'K-4'] };
  lay(Honors2 as never, 'honors2', playing, ['lay F-1 F-2 F-4', 'discard K-4', 'discard F-1']);
  expect(offered()).toEqual(['lay F-1 F-2 F-4']);
  press('[data-card="K-4"]');
  expect(offered()).toEqual(['discard K-4']);
});

test('No. II: books lie in the middle as their cards, by whose they are, and one that waits for a card is marked', () => {
  const laid = [[['A-1', 'A-2', 'A-3']], [], [['B-1', 'B-2', 'B-3', 'B-4'], ['K-1', 'K-2', 'K-4']], []];
  lay(Honors2 as never, 'honors2', { ...DRAWING, phase: 'play', laid, points_laid: [6, 0, 17, 0], hand: ['K-3'] }, ['fourth K-3', 'discard K-3']);
  const books = [...document.querySelectorAll<HTMLElement>('.middle, [data-book]')].filter((each) => each.dataset.book);
  expect(books.map((each) => [each.dataset.book, each.querySelectorAll('.card').length])).toEqual([['A', 3], ['B', 4], ['K', 3]]);
  expect(books.map((each) => each.classList.contains('waits'))).toEqual([false, false, true]);
  expect(document.querySelector('[aria-label="Laid by Cora: 17 points"]')!.textContent).toContain('K 4, Knot');
  expect(document.querySelector('.plate [data-book]')).toBeNull();
});

test('No. II: what can be discarded is not called unplayable, and what may not be taken is refused at once', () => {
  const { act } = lay(Honors2 as never, 'honors2', { ...DRAWING, hand: ['K-4'] }, ['stock', 'take 1']);
  expect(document.querySelector('[data-card="K-4"]')!.getAttribute('aria-label')).toBe('K 4, Knot, 1 of 1');
  expect(document.querySelectorAll('[data-row] .dimmed').length).toBe(2);
  press('[data-row="C-2"]');
  expect(act).toHaveBeenCalledWith('take 3');
  expect(offered()).toEqual(['stock']);
});

const MARKET = {
  ...{ phase: 'market', dealer: 3, opener: 0, hand: ['A-1', 'B-2', 'C-3'], picked: [], handed_in: null, held: [3, 3, 3, 3] },
  ...{ laid: [[], [], [], []], offers: [null, { number: 2, to: null }, null, null], ready: [], given: [[], [], [], []] },
  ...{ callers: [], totals: [0, 0, 0, 0], target: 200, ticks: 5, quiet: 0, hands_played: 0 },
};

test('No. III: what is picked outlasts a tick, and is offered or given for an offer in one gesture', () => {
  const { act, change } = lay(Honors3 as never, 'honors3', MARKET, ['wait', 'pick A-1'], { pace: 'live', h3_quiet: 60 });
  press('[data-card="C-3"]');
  press('[data-card="A-1"]');
  change({ ticks: 6 });
  expect(offered()).toEqual(['offer A-1 C-3']);
  press('[data-action="accept 1 with A-1 C-3"]');
  expect(act).toHaveBeenCalledWith('accept 1 with A-1 C-3');
  expect(offered()).toEqual([]);
});

test('No. III: whoever has called is named', () => {
  lay(Honors3 as never, 'honors3', { ...MARKET, phase: 'deal', callers: [2] }, []);
  expect(document.querySelector('.call')!.textContent).toContain('Cora called and ends the hand.');
});

const TURN = {
  ...{ phase: 'turn', opener: 0, turn: 0, hand: ['C-2'], drawn: null, drawn_from: null, pack: 30, exposed: 'C-3', exposed_cards: 4 },
  ...{ recycled: 0, takes: 0, most_takes: 8, out: null, totals: [0, 0, 0, 0], match: 3, hands_played: 0 },
};

test('No. IV: the cards that go out with one in hand are marked, and one that lies open is offered', () => {
  expect(neighbours('C-2', false)).toEqual(['C-1', 'C-3']);
  expect(neighbours('C-4', false)).toEqual(['C-3']);
  expect(neighbours('C-4', true)).toEqual([]);
  lay(Honors4 as never, 'honors4', TURN, ['pack', 'take C-3']);
  expect(document.querySelector<HTMLElement>('[data-beside]')!.dataset.beside).toBe('C-1 C-3');
  expect(document.querySelector('.bar .primary')!.textContent!.trim()).toBe('Take C\u20113 and go out');
});
