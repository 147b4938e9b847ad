import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { apart, mistakes, scaleOf } from '../src/replay/chart';
import Chart from '../src/replay/Chart.svelte';
import { Film } from '../src/replay/film.svelte';
import Moves from '../src/replay/Moves.svelte';
import Panel from '../src/replay/Panel.svelte';
import Hands from '../src/replay/Hands.svelte';
import Face from '../src/games/kamra/Face.svelte';
import ReviewedList from '../src/replay/Reviewed.svelte';
import type { Words } from '../src/lib/words.svelte';
import { until } from './waiting';
import type { Judgement, MatchEvent, MatchView, Replay, Review, Reviewed, TableView } from '../src/wire';

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});

const step = (...kinds: string[]) => ({
  seat: 0,
  action: '',
  events: kinds.map((kind) => ({ kind, seat: 0 }) as MatchEvent),
  view: {} as MatchView,
  on: false,
});
const replay: Replay = {
  game: 'kamra',
  seat: null,
  players: ['A', 'B'],
  steps: [step(), step('played'), step('took', 'hand_over'), step('dealt'), step('played'), step('hand_over')],
};

describe('a film', () => {
  it('stays within itself', () => {
    const film = new Film(replay, 99);
    expect(film.at).toBe(5);
    film.go(-3);
    expect(film.at).toBe(0);
  });
  it('jumps from hand to hand', () => {
    const film = new Film(replay, 4);
    expect([film.hands, film.hand]).toEqual([[0, 2], 1]);
    film.skip(-1);
    expect(film.at).toBe(2);
    film.skip(-1);
    expect(film.at).toBe(0);
    film.skip(1);
    film.skip(1);
    expect(film.at).toBe(5);
  });
});

describe('a turn of several actions', () => {
  const leg = (action: string, on: boolean, ...kinds: string[]) => ({ ...step(...kinds), action, on });
  const steps = [step(), leg('C4-C6-', true, 'cantered'), leg('C6-C8-', true, 'cantered'), leg('done', false), { ...step('moved'), seat: 1 }];
  const turns: Replay = { ...replay, game: 'cam', steps };

  it('is one line, and leads to its end', () => {
    const film = new Film(turns);
    const words = { events: { cantered: 'Canter.', moved: 'Move.' }, action: { done: 'Stop here' } };
    shown = mount(Moves, { target: document.body, props: { film, words } });
    flushSync();
    const lines = [...document.querySelectorAll('button')];
    expect(lines.map((line) => line.textContent.trim().replace(/\s+/g, ' '))).toEqual(['0The beginning', '1Canter. Canter.', '2Move.']);
    lines[1]!.click();
    flushSync();
    expect(film.at).toBe(3);
    film.go(2);
    flushSync();
    expect(document.querySelector('[aria-current]')).toBe(lines[1]);
  });
  it('speaks to who gave no name', () => {
    const words = { events: { moved: '{seat} gets a card.' }, you: { moved: 'You get a card.' }, argument: { seat: 'seat' } };
    const players = ['You', 'B'];
    const both = [step(), leg('draw', false, 'moved'), { ...step(), seat: 1, action: 'draw', events: [{ kind: 'moved', seat: 1 } as MatchEvent] }];
    shown = mount(Moves, { target: document.body, props: { film: new Film({ ...turns, players, steps: both }), words } });
    flushSync();
    expect(document.body.textContent).toContain('You get a card.');
    expect(document.body.textContent).toContain('B gets a card.');
  });
  it('is told in words even where nothing happens', () => {
    const words = { action: { done: 'Stop here' } };
    shown = mount(Moves, { target: document.body, props: { film: new Film({ ...turns, steps: [step(), leg('done', false)] }), words } });
    flushSync();
    expect(document.body.textContent).toContain('Stop here');
  });
});

const judged = (move: number, mistake: number) => ({ move, seat: 0, mistake, before: 1, action: 'x', better: 'y' }) as Judgement;
const review = {
  moves: 10,
  chance: true,
  hands: [5, 10],
  judgements: [judged(2, 1), judged(4, 0), judged(6, 3)],
  splits: [],
  course: [
    [{ move: 0, value: 0 }, { move: 10, value: 20 }],
    [{ move: 0, value: 0 }, { move: 10, value: -20 }],
  ],
} as unknown as Review;

describe('the review chart', () => {
  it('names the dearest mistake first', () => {
    expect(mistakes(review).map(({ move }) => move)).toEqual([6, 2]);
  });
  it('has room for every value, with zero in the middle', () => {
    const scale = scaleOf(review, 100, 50);
    expect([scale.x(10), scale.y(0), scale.move(50)]).toEqual([100, 25, 5]);
    expect(scale.y(20)).toBeGreaterThan(0);
    expect(scale.ticks).toContain(0);
  });
  it('moves names apart that would overlap', () => {
    expect(apart([10, 12, 40], 8)).toEqual([10, 18, 40]);
  });
  it('draws a line a seat and a mark a mistake', () => {
    shown = mount(Chart, { target: document.body, props: { review, names: ['Ann', 'Bob'], at: 3, go: () => undefined } });
    flushSync();
    expect(document.querySelectorAll('polyline')).toHaveLength(2);
    expect(document.querySelectorAll('.mistake')).toHaveLength(2);
    expect(document.body.textContent).toContain('Bob');
  });
});

describe('a review', () => {
  const words = { reason: { risky: 'It risks {card}.', sure: 'It is sure.' }, value: { 'card.T5': 'the 5 of Triangles' } } as unknown as Words;
  const blunder = { ...judged(6, 0.04), error: 0.012, saying: 'risky', given: { card: 'T5' }, better_saying: 'sure', better_given: {} };
  const few = { ...review, level: 'strong', judgements: [blunder], course: [[{ move: 10, value: 0.9 }]] } as unknown as Review;
  const told = async (found: Review): Promise<string> => {
    const load = () => Promise.resolve({ progress: 1, review: found }) as Promise<Reviewed>;
    shown = mount(ReviewedList, { target: document.body, props: { film: new Film(replay, 0), words, load } });
    const mistake = await until(() => document.querySelector('button.mistake'));
    return mistake.textContent!.replace(/\s+/g, ' ');
  };

  it('tells few points in hundredths, and how sure that is', async () => {
    expect(await told(few)).toContain('\u22120.04 ± 0.01');
  });
  it('says what the action does and what the better one does', async () => {
    expect(await told(few)).toMatch(/It risks .*Better: .*It is sure\./);
  });
  it('says once what both do', async () => {
    const alike = { ...blunder, better_saying: 'risky', better_given: blunder.given };
    const text = await told({ ...few, judgements: [alike] } as unknown as Review);
    expect(text.match(/It risks/g)).toHaveLength(1);
  });
  it('speaks of luck only where there is chance', async () => {
    const splits = [{ seat: 0, start: 0, luck: 1.67, others: 0.5, own: 0.25, result: 1 }];
    await told({ ...few, splits } as unknown as Review);
    expect(document.querySelector('table')!.textContent).toMatch(/Luck.*1\.67/);
    await unmount(shown!);
    await told({ ...few, splits, chance: false } as unknown as Review);
    const table = document.querySelector('table')!.textContent;
    expect(table).toContain('What mistakes gave and cost');
    expect(table).not.toMatch(/Luck|1\.67/);
  });
  it('looks at a deal only where there was one', async () => {
    for (const dealt of [true, false]) {
      const load = () => Promise.resolve({ progress: 0, review: null }) as Promise<Reviewed>;
      const props = { film: new Film(replay, 0), words, table: {} as TableView, dealt, load, tab: 'moves' };
      shown = mount(Panel, { target: document.body, props });
      flushSync();
      expect(document.querySelectorAll('[role=tab]')).toHaveLength(dealt ? 3 : 2);
      if (dealt) await unmount(shown);
    }
  });
  it('leaves no empty line where nothing is to be said', async () => {
    await told({ ...few, judgements: [{ ...blunder, saying: '', reason: '', better_saying: '', better_reason: '' }] } as unknown as Review);
    expect(document.querySelector('.why')).toBeNull();
  });
});

describe('all hands open', () => {
  const seenBy = (seat: number, hand: string[]): Replay => ({
    ...replay,
    seat,
    steps: [{ ...step(), view: { table: { hand } } as unknown as MatchView }],
  });

  it('shows what the others hold, and reads it out', () => {
    const seen = [seenBy(0, ['$P']), seenBy(1, ['T5', 'Q1'])];
    const words = { value: { 'card.T5': '5 of Triangles', 'card.Q1': '1 of Squares' } };
    shown = mount(Hands, { target: document.body, props: { seen, at: 0, own: 0, Face, words } });
    flushSync();
    expect([...document.querySelectorAll('[data-face]')].map((face) => face.getAttribute('data-face'))).toEqual(['T5', 'Q1']);
    expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('B: 5 of Triangles and 1 of Squares');
  });
});
