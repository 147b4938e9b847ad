import { PROTOCOL } from '../wire';
import type {
  Ack,
  AnyCommand,
  AnyFrame,
  AnyMessage,
  MatchEvent,
  MatchView,
  News,
  Presence,
  Nack,
  TableView,
  Update,
  Welcome,
} from '../wire';
import { socketAddress } from './place';

const PING = 20_000;
const PATIENCE = 10_000; // how long an answer to a ping may take
const SLOWEST = 4_000; // between two tries to connect
const KEPT_LINES = 500;

/** Closed for good, and why. */
const FINAL: Record<number, Status> = { 4004: 'missing', 4010: 'locked', 4009: 'outdated', 4003: 'forbidden', 4011: 'old', 4012: 'displaced' };

export type Status = 'connecting' | 'live' | 'lost' | 'missing' | 'locked' | 'outdated' | 'forbidden' | 'old' | 'displaced';

export type Line = { id: number; event?: MatchEvent; news?: News };
type Waiting = { frame: string; settle: (answer: Ack | Nack) => void };

/** Being at a table: what it looks like from here, what has happened, and a way to ask for things. */
export class Visit {
  status = $state<Status>('connecting');
  table = $state.raw<TableView | null>(null);
  match = $state.raw<MatchView | null>(null);
  n = $state(-1);
  you = $state<number | null>(null);
  seat = $state<number | null>(null);
  deadline = $state<number | null>(null);
  here = $state.raw<number[]>([]);
  /** How many look on who have not said their names. */
  guests = $state(0);
  refusal = $state.raw<Nack | null>(null);
  /** What the last update told of the match, to be shown moving. */
  events = $state.raw<MatchEvent[]>([]);
  lines = $state.raw<Line[]>([]);
  asking = $state(0);
  /** Whether the server can save anything; while it cannot, what is asked waits here. */
  saving = $state(true);
  /** When the match last changed, by the clock of this device. */
  since = $state(0);

  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #line = 0;
  #left = false;
  #fades = new Set<string>();
  #again = () => {
    if (document.visibilityState === 'visible') this.#hurry();
  };

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    addEventListener('online', this.#again);
    document.addEventListener('visibilitychange', this.#again);
    this.#connect();
  }

  /** Of these kinds of events only the latest are kept: in a game of memory nobody reads back (C-18). */
  forget(kinds: string[]): void {
    this.#fades = new Set(kinds);
  }

  /** Leave the page, not the table. */
  close(): void {
    this.#left = true;
    removeEventListener('online', this.#again);
    document.removeEventListener('visibilitychange', this.#again);
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  /** Whether one has the say at this table. */
  get host(): boolean {
    return this.you !== null && !!this.table?.members.some(({ id, host }) => host && id === this.you);
  }

  /** Whether it is over, by the rules or because people ended it. */
  get over(): boolean {
    return this.table?.phase === 'over' || !!this.match?.over;
  }

  /** Whether somebody acts for oneself: seated, and has not given up. */
  get plays(): boolean {
    return this.seat !== null && !this.table?.seats[this.seat]?.resigned;
  }

  /** Whether the match waits for whoever sits here. */
  get awaited(): boolean {
    return this.plays && !this.over && this.table?.phase === 'playing' && !!this.match?.actors.includes(this.seat!);
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name) ?? [];
  }

  /** Have something done. It is sent again over the next connection if this one breaks; it happens once. */
  ask(command: AnyCommand): Promise<Ack | Nack> {
    const key = newKey();
    const frame = JSON.stringify({ is: 'ask', key, command } satisfies AnyFrame);
    this.asking += 1;
    this.refusal = null;
    return new Promise((settle) => {
      this.#waiting.set(key, { frame, settle });
      if (this.status === 'live') this.#socket?.send(frame);
    });
  }

  act(action: string): Promise<Ack | Nack> {
    return this.ask({ do: 'act', action, expect: this.n });
  }

  #send(frame: AnyFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(socketAddress());
    this.#socket = socket;
    socket.onopen = () => {
      this.saving = true;
      const since = this.n < 0 ? {} : { since: this.n };
      this.#send({ is: 'hello', protocol: PROTOCOL, table: this.id, token: this.token, ...since });
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as AnyMessage);
    socket.onclose = (event) => this.#closed(event.code);
    clearInterval(this.#beat);
    this.#heard = Date.now();
    this.#beat = setInterval(() => this.#check(), PING);
  }

  #check(): void {
    const before = this.#heard;
    this.#send({ is: 'ping' });
    setTimeout(() => {
      if (this.#heard === before && !this.#left) this.#socket?.close();
    }, PATIENCE);
  }

  #closed(code: number): void {
    clearInterval(this.#beat);
    if (this.#left) return;
    const final = FINAL[code];
    if (final) {
      this.status = final;
      return;
    }
    this.status = this.n < 0 && this.#tries < 2 ? 'connecting' : 'lost';
    const wait = code === 4029 ? SLOWEST : Math.min(SLOWEST, 250 * 2 ** this.#tries++);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #hurry(): void {
    if (this.status === 'lost') {
      this.#tries = 0;
      this.#connect();
    } else if (this.status === 'live') this.#check();
  }

  #hear(message: AnyMessage): void {
    this.#heard = Date.now();
    if (message.is === 'welcome') this.#welcome(message);
    else if (message.is === 'update') this.#update(message);
    else if (message.is === 'ack' || message.is === 'refusal') this.#answer(message);
    else if (message.is === 'presence') this.#present(message);
    else if (message.is === 'saving') this.#save(message.on);
    else if (message.is === 'pong' && message.n !== this.n && this.status === 'live') this.#send({ is: 'look' });
  }

  #welcome(message: Welcome): void {
    this.n = message.n;
    this.you = message.you;
    this.seat = message.seat;
    this.table = message.table;
    this.match = message.match as MatchView | null;
    this.since = Date.now() / 1000;
    this.deadline = message.deadline;
    this.events = [];
    if (this.status === 'live') return;
    this.status = 'live';
    this.#tries = 0;
    this.#sendWaiting();
  }

  #save(on: boolean): void {
    this.saving = on;
    if (on && this.status === 'live') this.#sendWaiting();
  }

  #sendWaiting(): void {
    for (const { frame } of this.#waiting.values()) this.#socket?.send(frame);
  }

  #update(message: Update): void {
    this.n = message.n;
    if (message.table) {
      this.table = message.table;
      this.seat = seatOf(message.table, this.you);
    }
    if (message.match) {
      this.match = message.match as unknown as MatchView;
      this.since = Date.now() / 1000;
    }
    this.deadline = message.deadline;
    if (message.events.length) this.events = message.events as MatchEvent[];
    this.#tell(message);
  }

  #tell(message: Update): void {
    const events = (message.events as MatchEvent[]).map((event) => ({ id: this.#line++, event }));
    const news = (message.news as News[]).map((each) => ({ id: this.#line++, news: each }));
    if (!events.length && !news.length) return;
    const kept = this.lines.filter(({ event }) => !events.length || !event || !this.#fades.has(event.kind));
    this.lines = [...kept, ...news, ...events].slice(-KEPT_LINES);
  }

  #present({ here, guests }: Presence): void {
    this.here = here;
    this.guests = guests;
  }

  #answer(message: Ack | Nack): void {
    const waiting = this.#waiting.get(message.key);
    if (!waiting) return;
    if (message.is === 'refusal' && message.code === 'unavailable' && !this.saving) return; // asked again when it can be saved
    this.#waiting.delete(message.key);
    this.asking -= 1;
    if (message.is === 'refusal') {
      this.refusal = message;
      if (message.now) this.#welcome(message.now);
    }
    waiting.settle(message);
  }
}

function seatOf(table: TableView, member: number | null): number | null {
  const seat = member === null ? -1 : table.seats.findIndex((each) => each.member === member);
  return seat < 0 ? null : seat;
}

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
