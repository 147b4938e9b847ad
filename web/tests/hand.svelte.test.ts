import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Hand from '../src/components/Hand.svelte';

const held = (ids: string[]) => ids.map((id) => ({ id, label: id, playable: true }));

test('the focus goes to a neighbour when its card is played, and nowhere if it was elsewhere', () => {
  const face = createRawSnippet(() => ({ render: () => '<i></i>' }));
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
