import { describe, expect, test } from 'vitest';
import { minutes } from '../src/lib/clock.svelte';
import { number, speak, t } from '../src/lib/words.svelte';
import english from '../src/messages/en.json';
import spanish from '../src/messages/es.json';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((each) => each[1]).sort();
const languages: Record<string, Record<string, string>> = { english, spanish };

describe('the messages', () => {
  test('are the same in both languages', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
  });

  test('speak of the same things', () => {
    const differing = Object.entries(english).filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders((spanish as Record<string, string>)[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test.each(Object.entries(languages))('have a plural for every singular: %s', (_, messages) => {
    const lacking = Object.keys(messages).filter((key) => key.endsWith('_one') && !(key.replace(/_one$/, '_other') in messages));
    expect(lacking).toEqual([]);
  });

  test('shout only what the games shout', () => {
    const loud = Object.values(languages).flatMap((messages) => Object.entries(messages).filter(([key, text]) => text.includes('!') && !/Kam-ra!|Honors!/.test(text) && !key.startsWith('news.said')));
    expect(loud).toEqual([]);
  });
});

describe('a message', () => {
  test('is filled and counted in the language of its reader', async () => {
    await speak('en');
    expect(t('lobby.free', { count: 1 })).toBe('1 seat free');
    expect(t('lobby.free', { count: 3 })).toBe('3 seats free');
    await speak('es');
    expect(t('lobby.free', { count: 3 })).toBe('3 asientos libres');
    expect(number(0.5)).toBe('0,5');
    await speak('en');
    expect(t('no.such.message')).toBe('no.such.message');
  });
});

test('times are minutes and seconds, and never less than nothing', () => {
  expect([65, 9.2, -3].map(minutes)).toEqual(['1:05', '0:10', '0:00']);
});
