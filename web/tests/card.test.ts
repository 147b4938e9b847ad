import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { BACKS } from '../src/components/backs';
import Card from '../src/components/Card.svelte';
import { preferences } from '../src/lib/preferences.svelte';

const face = createRawSnippet(() => ({ render: () => '<g data-face="yes"></g>' }));
let drawn: Record<string, unknown> | undefined;
afterEach(() => {
  if (drawn) void unmount(drawn);
  drawn = undefined;
});

function draw(props: Record<string, unknown>): HTMLElement {
  drawn = mount(Card, { target: document.body, props });
  flushSync();
  return document.querySelector<HTMLElement>('.card')!;
}

test('a card face up shows its face and nothing of its back', () => {
  const card = draw({ children: face, lifted: true });
  expect(card.querySelector('[data-face]')).not.toBeNull();
  expect(card.querySelector('.edge')).toBeNull();
  expect([...card.classList]).toEqual(expect.arrayContaining(['card', 'lifted']));
  expect(card.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
});

test('a card face down shows the back that was chosen, and each of the four is another', () => {
  const lines = Object.keys(BACKS).map((back) => {
    preferences.set({ back: back as keyof typeof BACKS });
    const path = draw({}).querySelector('path.line')!.getAttribute('d');
    void unmount(drawn!);
    drawn = undefined;
    return path;
  });
  expect(new Set(lines).size).toBe(4);
});
