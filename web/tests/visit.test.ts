import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Visit } from '../src/lib/visit.svelte';
import type { AnyFrame } from '../src/wire';

/** A socket whose other end is the test. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: AnyFrame[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyFrame);
  }
  close(): void {
    this.breaks(1000);
  }
  opens(): void {
    this.readyState = Wire.OPEN;
    this.onopen?.();
  }
  tells(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const table = { id: 't', game: 'cam', phase: 'playing', seats: [{ name: 'Ann', member: 4 }], members: [{ id: 4, name: 'Ann', host: true }] };
const welcome = (n: number) => ({ is: 'welcome', n, you: 4, seat: 0, table, match: null, deadline: null });
const last = () => Wire.all.at(-1)!;

describe('a visit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Wire);
    Wire.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function arrive(): Visit {
    const visit = new Visit('t', 'token');
    last().opens();
    last().tells(welcome(7));
    return visit;
  }

  test('offers again what could not be saved, as soon as it can be', async () => {
    const visit = arrive();
    const asked = visit.ask({ do: 'ready' });
    const frame = last().sent.at(-1)!;
    const key = frame.is === 'ask' ? frame.key : '';
    last().tells({ is: 'saving', on: false });
    last().tells({ is: 'refusal', key, code: 'unavailable', text: '', rule: '', n: 0, now: null });
    expect(visit.saving).toBe(false);
    expect(visit.refusal).toBe(null);
    expect(visit.asking).toBe(1);
    const before = last().sent.length;
    last().tells({ is: 'saving', on: true });
    expect(last().sent.slice(before)).toEqual([frame]);
    last().tells({ is: 'ack', key, n: 8, answer: '' });
    expect((await asked).is).toBe('ack');
    expect([visit.saving, visit.asking]).toEqual([true, 0]);
  });

  test('begins with a hello and what stands', () => {
    const visit = arrive();
    expect(last().sent).toEqual([{ is: 'hello', protocol: 1, table: 't', token: 'token' }]);
    expect([visit.status, visit.n, visit.seat, visit.host]).toEqual(['live', 7, 0, true]);
    visit.close();
  });

  test('comes back by itself, says what it has seen, and asks again under the same key', async () => {
    const visit = arrive();
    const answer = visit.act('C4-C5');
    const asked = last().sent[1]!;
    last().breaks();
    expect(visit.status).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(Wire.all).toHaveLength(2);
    last().opens();
    expect(last().sent[0]).toMatchObject({ is: 'hello', since: 7 });
    last().tells(welcome(8));
    expect(last().sent[1]).toEqual(asked);
    last().tells({ is: 'ack', key: (asked as { key: string }).key, n: 9, answer: '' });
    expect(await answer).toMatchObject({ is: 'ack', n: 9 });
    expect([visit.status, visit.asking]).toEqual(['live', 0]);
    visit.close();
  });

  test('that was turned away stays away', () => {
    const visit = arrive();
    last().breaks(4004);
    vi.advanceTimersByTime(60_000);
    expect([visit.status, Wire.all.length]).toEqual(['missing', 1]);
    visit.close();
  });

  test('under rules that the server no longer knows says so', () => {
    const visit = arrive();
    last().breaks(4011);
    vi.advanceTimersByTime(60_000);
    expect([visit.status, Wire.all.length]).toEqual(['old', 1]);
    visit.close();
  });

  test('that has no place at the table any more says so, and does not watch in silence', () => {
    const visit = arrive();
    last().breaks(4012);
    vi.advanceTimersByTime(60_000);
    expect([visit.status, Wire.all.length]).toEqual(['displaced', 1]);
    visit.close();
  });

  test('notices by an answer to a ping that it has missed something, and asks how everything stands', () => {
    const visit = arrive();
    const asked = () => last().sent.filter(({ is }) => is === 'look').length;
    last().tells({ is: 'pong', n: 7 });
    expect(asked()).toBe(0);
    last().tells({ is: 'pong', n: 8 });
    expect(asked()).toBe(1);
    visit.close();
  });

  test('forgets what fades as soon as something else happens, and nothing else', () => {
    const visit = arrive();
    visit.forget(['turned']);
    const happens = (n: number, ...kinds: string[]) =>
      last().tells({ is: 'update', n, news: [], events: kinds.map((kind) => ({ kind, seat: 0 })), table: null, match: null, deadline: null });
    const told = () => visit.lines.map(({ event, news }) => event?.kind ?? news?.is);
    happens(8, 'disk', 'turned');
    expect(told()).toEqual(['disk', 'turned']);
    last().tells({ is: 'update', n: 9, news: [{ is: 'said' }], events: [], table: null, match: null, deadline: null });
    expect(told()).toEqual(['disk', 'turned', 'said']);
    happens(10, 'won');
    expect(told()).toEqual(['disk', 'said', 'won']);
    visit.close();
  });

  test('keeps why something was refused until something else is asked', async () => {
    const visit = arrive();
    const answer = visit.act('C4-C9');
    const { key } = last().sent[1] as { key: string };
    last().tells({ is: 'refusal', key, code: 'illegal', text: 'No', rule: 'CM-07', n: 7, saying: '', given: {}, now: welcome(7) });
    await answer;
    expect(visit.refusal?.rule).toBe('CM-07');
    void visit.act('C4-C5');
    expect(visit.refusal).toBeNull();
    visit.close();
  });
});
