import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Hand from '../src/components/Hand.svelte';
import { balanced, lay } from '../src/components/rows';

const face = createRawSnippet(() => ({ render: () => '<i></i>' }));
const letters = (count: number): string[] => [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count);
const held = (ids: string[]) => ids.map((id) => ({ id, label: id, playable: true }));

test('the focus goes to a neighbour when its card is played, and nowhere if it was elsewhere', () => {
  const props = $state({ cards: held(['a', 'b', 'c']), label: 'hand', face, choose: () => {} });
  const drawn = mount(Hand, { target: document.body, props });
  flushSync();
  document.querySelector<HTMLElement>('[data-card="b"]')!.focus();
  props.cards = held(['a', 'c']);
  flushSync();
  expect(document.activeElement?.getAttribute('data-card')).toBe('c');
  (document.activeElement as HTMLElement).blur();
  props.cards = held(['a']);
  flushSync();
  expect(document.activeElement).toBe(document.body);
  void unmount(drawn);
});

test('the rows of a hand are as even as can be', () => {
  expect(balanced(8, 8)).toEqual([8]);
  expect(balanced(9, 8)).toEqual([5, 4]);
  expect(balanced(11, 8)).toEqual([6, 5]);
  expect(balanced(15, 8)).toEqual([8, 7]);
  expect(balanced(15, 7)).toEqual([5, 5, 5]);
  expect(balanced(17, 8)).toEqual([6, 6, 5]);
  for (let count = 1; count <= 26; count++)
    for (const most of [7, 8]) {
      const rows = balanced(count, most);
      expect(rows.reduce((sum, row) => sum + row)).toBe(count);
      expect(rows).toHaveLength(Math.ceil(count / most));
      expect(rows[0]! - rows.at(-1)!).toBeLessThanOrEqual(1);
    }
});

test('a row with a card less stands in the middle of the others', () => {
  expect(lay(16, 7)).toEqual({ columns: 12, begins: new Map([[0, '1 / span 2'], [6, '2 / span 2'], [11, '2 / span 2']]) });
});

test('the rows of a hand stay even as cards leave it, and it keeps the room that it had', () => {
  const props = $state({ cards: held(letters(10)), label: 'hand', face, choose: () => {} });
  const drawn = mount(Hand, { target: document.body, props });
  const rows = (): [string[], string] => {
    flushSync();
    const hand = document.querySelector<HTMLElement>('.hand')!;
    const begins = [...hand.children].filter((card) => (card as HTMLElement).style.getPropertyValue('--wide-column'));
    return [begins.map((card) => card.querySelector<HTMLElement>('[data-card]')!.dataset.card!), hand.style.getPropertyValue('--wide-rows')];
  };
  expect(rows()).toEqual([['a', 'f'], '2']);
  props.cards = held(letters(10).filter((card) => card !== 'g'));
  expect(rows()).toEqual([['a', 'f'], '2']);
  props.cards = held(letters(7));
  expect(rows()).toEqual([['a'], '2']);
  props.cards = held(letters(8));
  expect(rows()).toEqual([['a'], '1']);
  void unmount(drawn);
});
