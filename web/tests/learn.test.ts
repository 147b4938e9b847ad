import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { piecesOf, ranksOf, wayOf } from '../src/games/cam/diagram';
import Book from '../src/learn/Book.svelte';
import { Course } from '../src/learn/course.svelte';
import { blocks, inline } from '../src/learn/prose';
import type { Frame, Lesson, MatchView, Rules } from '../src/wire';

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});

const RULES: Rules = {
  game: 'bacarac',
  title: 'Bacarac',
  sections: [
    { title: 'The runs', language: 'en', shared: false, rules: [{ id: 'BC-22', text: 'A stop (BC-05).', status: 'rule' }, { id: 'BC-G10', text: 'Who laid last goes on.', status: 'ruling' }] },
    { title: 'The divisions', language: 'en', shared: false, rules: [{ id: 'BC-28', text: 'Jack and Ten bring J-10.', status: 'rule' }] },
  ],
};

describe('prose', () => {
  it('finds numbered rules and leaves cards and divisions alone', () => {
    const rules = inline('K-Q, J-10 and C-2 (BC-28, T-BC-07, BC-G14)').filter(({ is }) => is === 'rule');
    expect(rules.map(({ text }) => text)).toEqual(['BC-28', 'T-BC-07', 'BC-G14']);
  });
  it('reads headings, lists and diagrams', () => {
    const page = '# Title\n\n## Aim\n\nOne\ntwo.\n\n- **a** b\n- c\n\n```cards\nKH 5C!\nA King.\n```';
    expect(blocks(page).map(({ is }) => is)).toEqual(['heading', 'paragraph', 'list', 'diagram']);
  });
});

describe('the board of a diagram', () => {
  const START = '1/3/5/2k1k2/1mmmmm1/7/7/7/1MMMMM1/2K1K2/5/3/1';
  it('names the squares as Cam does', () => {
    const ranks = ranksOf(START);
    expect(ranks.flat()).toHaveLength(67);
    expect([ranks[0], ranks[1], ranks.at(-1)]).toEqual([['D13'], ['C12', 'D12', 'E12'], ['D1']]);
    expect(piecesOf(START).get('C10')).toBe('k');
    expect(piecesOf(START).get('B5')).toBe('M');
    expect(wayOf('C4-C6xC8')).toEqual(['C4', 'C6', 'C8']);
  });
});

describe('the numbered rules', () => {
  it('shows the rule that was asked for, and searches', () => {
    shown = mount(Book, { target: document.body, props: { rules: RULES, rule: 'BC-28' } });
    flushSync();
    expect(document.querySelector('[aria-current]')?.textContent).toContain('Jack and Ten');
    const search = document.querySelector('input')!;
    search.value = 'goes on';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect([...document.querySelectorAll('[data-rule]')].map((each) => each.getAttribute('data-rule'))).toEqual(['BC-G10']);
  });
});

const view = (legal: string[]) => ({ legal, actors: [0], you: 0 }) as unknown as MatchView;
const frame = (more: Partial<Frame>): Frame => ({
  step: 0,
  say: '',
  rules: [],
  want: '',
  turn: '',
  wrong: '',
  instead: {},
  events: [],
  view: view([]),
  ...more,
});

describe('a lesson', () => {
  const wanted = { turn: 'offer A B', wrong: 'Not that.', instead: { wait: 'No time to wait.' } };
  const frames = [
    frame({ say: 'Offer two.', want: 'pick A', view: view(['wait', 'pick A', 'pick C']), ...wanted }),
    frame({ want: 'offer', view: view(['offer']), ...wanted }),
    frame({ step: 1 }),
    frame({ step: 1, say: 'Done.' }),
  ];
  const lesson: Lesson = { game: 'honors3', title: '', minutes: 3, players: ['You'], steps: 2, frames };
  const judge = async () => ({ legal: false, rule: 'H3-03', text: 'No.', saying: '', given: {} });

  it('goes on with what is wanted, one action after another or the whole turn at once', async () => {
    const course = new Course(lesson, judge);
    await course.act('pick A');
    expect([course.at, course.said.say]).toEqual([1, 'Offer two.']);
    course.back();
    await course.act('offer A B');
    expect([course.at, course.runs]).toEqual([2, true]);
    course.next();
    expect([course.over, course.said.say]).toEqual([true, 'Done.']);
  });
  it('answers whatever else is done, and asks the rules about what is not legal', async () => {
    const course = new Course(lesson, judge);
    await course.act('wait');
    expect(course.reply?.text).toBe('No time to wait.');
    await course.act('pick C');
    expect(course.reply?.text).toBe('Not that.');
    await course.act('pick Z');
    expect([course.at, course.reply?.rule]).toEqual([0, 'H3-03']);
  });
});
