import type { MatchView, TableView } from '../wire';
import { Kept } from './kept.svelte';

/** A match that was played to its end in this browser. */
export interface Played {
  table: string;
  game: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  you: number;
  players: { name: string; bot: string }[];
  scores: number[];
  payoffs: number[];
  winners: number[];
  ended: string;
}

const MOST = 2000;
const kept = new Kept<Played[]>('results', []);

export const results = {
  get all(): Played[] {
    return kept.value;
  },
  /** Write a match down; one that stands there already stays as it is. */
  keep(...played: Played[]): void {
    const known = new Set(kept.value.map(({ table }) => table));
    const fresh = new Map(played.filter(({ table }) => !known.has(table)).map((each) => [each.table, each]));
    if (!fresh.size) return;
    kept.value = [...kept.value, ...fresh.values()].toSorted((a, b) => a.at - b.at).slice(-MOST);
  },
  clear(): void {
    kept.value = [];
  },
};

/** A finished match as it is written down. */
export function finished(table: TableView, match: MatchView, you: number): Played {
  return {
    table: table.id,
    game: table.game,
    at: Date.now(),
    you,
    players: table.seats.map(({ name, bot, standing_in }) => ({ name, bot: standing_in ? '' : bot })),
    scores: match.scores,
    payoffs: match.payoffs,
    winners: match.winners,
    ended: table.ended,
  };
}

/** What somebody brings along from another browser, if that is what it is. */
export function readResults(text: string): Played[] {
  const told: unknown = JSON.parse(text);
  if (!Array.isArray(told) || !told.every(isPlayed)) throw new Error('no results');
  return told;
}

function isPlayed(each: unknown): each is Played {
  const it = each as Partial<Played> | null;
  const lists = [it?.players, it?.scores, it?.payoffs, it?.winners];
  return typeof it?.table === 'string' && typeof it.game === 'string' && typeof it.at === 'number' && typeof it.you === 'number' && lists.every(Array.isArray);
}
