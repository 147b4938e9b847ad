import { describe, expect, it } from 'vitest';
import { sayAction, sayEvent, wordsOf } from '../src/lib/words.svelte';

const NAMES = ['Ann', 'Ben', 'Cid'];

describe('events in words', () => {
  it('are told to who did it in the second person, and to nobody else', async () => {
    const words = await wordsOf('honors1', 'en');
    const asked = { kind: 'asked', seat: 0, card: 'A-3', asked: 1 };
    expect(sayEvent(words, asked, NAMES, 0)).toBe('You ask Ben for A\u20113.');
    expect(sayEvent(words, asked, NAMES, 2)).toBe('Ann asks Ben for A\u20113.');
    expect(sayEvent(words, asked, NAMES, null)).toBe('Ann asks Ben for A\u20113.');
  });
  it('leave out what is hidden from the reader', async () => {
    const words = await wordsOf('honors1', 'en');
    expect(sayEvent(words, { kind: 'drew', seat: 0, card: 'A-3' }, NAMES, 0)).toBe('You draw A\u20113.');
    expect(sayEvent(words, { kind: 'drew', seat: 0, hidden: true }, NAMES, 1)).toBe('Ann draws a card.');
  });
});

describe('actions in words', () => {
  it('are found by their notation, with the names of players', async () => {
    expect(sayAction(await wordsOf('honors1', 'en'), 'ask 1 A-3', NAMES)).toBe('Ask Ben for A\u20113');
    expect(sayAction(await wordsOf('honors1', 'es'), 'ask 1 A-3', NAMES)).toBe('Pide A\u20113 a Ben');
    const market = await wordsOf('honors3', 'es');
    expect(sayAction(market, 'offer A-1 B-2 to 0', NAMES)).toBe('Ofrece A\u20111 B\u20112 a Ann');
    expect(sayAction(market, 'offer', NAMES)).toBe('Ofrece las cartas elegidas');
  });
  it('call cards as the log does', async () => {
    expect(sayAction(await wordsOf('kamra', 'en'), 'play $P', NAMES)).toBe('Play Producer of Dollars');
    expect(sayAction(await wordsOf('bacarac', 'en'), 'pick 2C 10H', NAMES)).toBe('Pick 2♣ 10♥');
    expect(sayAction(await wordsOf('cam', 'en'), 'C4-C6xC8xC10', NAMES)).toBe('Charge C4-C6xC8xC10');
  });
  it('stay as they are written where a game has no words', () => {
    expect(sayAction({}, 'ask 1 A-3', NAMES)).toBe('ask 1 A-3');
  });
});
