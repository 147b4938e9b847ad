import { expect, test } from 'vitest';
import { laid } from '../src/games/plain/laid';
import type { Words } from '../src/lib/words.svelte';

const words: Words = {
  label: { hand: 'Your hand', shown: 'Shown', dealer: 'Dealer', phase: '' },
  value: { 'card.7H': '7\u2665', 'card.KS': 'K\u2660', 'trump.H': 'Hearts' },
  argument: { dealer: 'seat', shown: 'each' },
};
const names = ['Ann', 'Ben'];

test('a table without a drawing of its own shows cards as cards, players by name, and what each has with them', () => {
  const table = { phase: 'play', hand: ['7H', 'KS'], shown: ['7H', 'KS'], dealer: 1, bids: [2, 0], trump: 'H', open_lead: true, reel: null };
  const { cards, facts, each } = laid(table, words, names);
  expect(cards).toEqual([{ label: 'Your hand', cards: ['7H', 'KS'] }]);
  expect(each).toEqual([{ label: 'Shown', values: ['7H', 'KS'] }, { label: 'Bids', values: [2, 0] }]);
  expect(facts).toEqual([{ label: 'Dealer', text: 'Ben' }, { label: 'Trump', text: 'Hearts' }, { label: 'Open lead', text: '' }]);
});

test('rows of as many fields each are a board', () => {
  const { boards, facts } = laid({ board: [['.', 'X'], ['O', '.']], quiet: 3 }, { label: { quiet: 'Quiet turns {quiet}/{most}' }, value: { '.': '' } }, names);
  expect(boards).toEqual([{ label: 'Board', rows: [['', 'X'], ['O', '']] }]);
  expect(facts).toEqual([{ label: 'Quiet', text: '3' }]);
});
