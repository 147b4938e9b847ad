import { describe, expect, it } from 'vitest';
import { sayAction, sayEvent, sayWhy, speak } from '../src/lib/words.svelte';
import { wordsOf } from './words';

const NAMES = ['Ann', 'Ben', 'Cid'];

describe('events in words', () => {
  it('are told to who did it in the second person, and to nobody else', async () => {
    const words = wordsOf('honors1', 'en');
    const asked = { kind: 'asked', seat: 0, card: 'A-3', asked: 1 };
    expect(sayEvent(words, asked, NAMES, 0)).toBe('You ask Ben for A\u20113.');
    expect(sayEvent(words, asked, NAMES, 2)).toBe('Ann asks Ben for A\u20113.');
    expect(sayEvent(words, asked, NAMES, null)).toBe('Ann asks Ben for A\u20113.');
  });
  it('leave out what is hidden from the reader', async () => {
    const words = wordsOf('honors1', 'en');
    expect(sayEvent(words, { kind: 'drew', seat: 0, card: 'A-3' }, NAMES, 0)).toBe('You draw A\u20113.');
    expect(sayEvent(words, { kind: 'drew', seat: 0, hidden: true }, NAMES, 1)).toBe('Ann draws a card.');
  });
});

describe('cards in sentences', () => {
  it('are named, one suit after the other', async () => {
    const words = wordsOf('kamra', 'en');
    const dealt = { kind: 'dealt', seat: 0, cards: ['$P', '$7', '$6', 'T4', '*S'] };
    expect(sayEvent(words, dealt, NAMES, 0)).toBe('Your hand: Producer, 7 and 6 of Dollars; 4 of Triangles; Star of Stars.');
    expect(sayWhy(words, 'refusals', 'must_follow', { suit: 'Dollar', cards: ['$6', '$5'] }, NAMES)).toBe('You must follow Dollars: you have the 6 and 5 of Dollars');
    expect(sayEvent(words, { kind: 'captured', seat: 1, stars: 2, heroes: 0 }, NAMES, 0)).toBe('Ben captured 2 Stars and no Heroes.');
  });
  it('are drawn where the game draws its suits', async () => {
    const words = wordsOf('bacarac', 'en');
    const laid = { kind: 'laid', seat: 1, cards: ['8H', '9H', '10H'], leads: true };
    expect(sayEvent(words, laid, NAMES, 0)).toBe('Ben leads 8♥, 9♥ and 10♥.');
  });
});

describe('actions in words', () => {
  it('are found by their notation, with the names of players', async () => {
    expect(sayAction(wordsOf('honors1', 'en'), 'ask 1 A-3', NAMES)).toBe('Ask Ben for A\u20113');
    expect(sayAction(wordsOf('honors1', 'es'), 'ask 1 A-3', NAMES)).toBe('Pide A\u20113 a Ben');
  });
  it('join cards in the language that is spoken', async () => {
    const market = wordsOf('honors3', 'es');
    await speak('es');
    expect(sayAction(market, 'offer A-1 B-2 to 0', NAMES)).toBe('Ofrece A\u20111 y B\u20112 a Ann');
    expect(sayAction(market, 'offer', NAMES)).toBe('Ofrece las cartas elegidas');
    await speak('en');
  });
  it('call cards as the log does', async () => {
    expect(sayAction(wordsOf('kamra', 'en'), 'play $P', NAMES)).toBe('Play the Producer of Dollars');
    expect(sayAction(wordsOf('bacarac', 'en'), 'pick 2C 10H', NAMES)).toBe('Pick 2♣ and 10♥');
    expect(sayAction(wordsOf('cam', 'en'), 'C4-C6xC8xC10', NAMES)).toBe('Charge C4-C6xC8xC10');
  });
  it('stay as they are written where a game has no words', () => {
    expect(sayAction({}, 'ask 1 A-3', NAMES)).toBe('ask 1 A-3');
  });
});
