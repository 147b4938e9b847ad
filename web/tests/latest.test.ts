import { expect, test } from 'vitest';
import { latest } from '../src/lib/latest';
import { until } from './waiting';

test('what comes after something newer was wanted is not taken', async () => {
  const taken: string[] = [];
  let bring = (_: string) => {};
  const slow = new Promise<string>((done) => (bring = done));
  const giveUp = latest(slow, (value) => taken.push(value));
  giveUp();
  latest(Promise.resolve('es'), (value) => taken.push(value));
  bring('en');
  await slow;
  expect(taken).toEqual(['es']);
});

test('who still wants it hears of a failure, and nobody else', async () => {
  const heard: unknown[] = [];
  latest(Promise.reject(new Error('old')), () => {}, (error) => heard.push(error))();
  latest(Promise.reject(new Error('lost')), () => {}, (error) => heard.push(error));
  await until(() => heard.length); // they fail in the order in which they were asked
  expect(heard).toEqual([new Error('lost')]);
});
