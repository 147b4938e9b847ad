import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { stacksOf } from '../src/components/chips';
import Chips from '../src/components/Chips.svelte';

const worth = (count: number) => stacksOf(count).reduce((sum, { value, height }) => sum + value * height, 0);

test('a pile is worth what it counts, and no stack is taller than eight', () => {
  for (let count = 0; count <= 1000; count++) {
    expect(worth(count)).toBe(count);
    for (const { height } of stacksOf(count)) expect(height).toBeLessThanOrEqual(8);
  }
});

test('ones are not changed while they can be counted at a glance', () => {
  expect(stacksOf(4)).toEqual([{ value: 1, height: 4 }]);
  expect(stacksOf(12).map(({ height }) => height)).toEqual([6, 6]);
  expect(stacksOf(41).map(({ value }) => value)).toContain(5);
  expect(stacksOf(400).map(({ value }) => value)).toContain(25);
});

test('a pile shows its counters, its number and what it is called', () => {
  const drawn = mount(Chips, { target: document.body, props: { count: 12, pile: 'kitty', label: 'the Kitty: 12 chips' } });
  flushSync();
  const pile = document.querySelector('[data-pile="kitty"]')!;
  expect(pile.querySelectorAll('.edge')).toHaveLength(12);
  expect(pile.querySelector('.number')?.textContent).toBe('12');
  expect(pile.querySelector('.hidden')?.textContent).toBe('the Kitty: 12 chips');
  void unmount(drawn);
});

test('an empty pile is an empty place', () => {
  const drawn = mount(Chips, { target: document.body, props: { count: 0 } });
  flushSync();
  expect(document.querySelectorAll('.edge')).toHaveLength(0);
  expect(document.querySelector('.number')?.textContent).toBe('0');
  void unmount(drawn);
});
