import { Kept } from './kept.svelte';

/** A place at a table that this browser has. The token proves it. */
export interface OwnPlace {
  table: string;
  game: string;
  title: string;
  member: number;
  token: string;
  since: number;
}

const MOST = 100;
const kept = new Kept<OwnPlace[]>('places', []);
const elsewhere = (table: string) => kept.value.filter((each) => each.table !== table);
function put(all: OwnPlace[]): void {
  kept.value = all.slice(0, MOST);
}

/** Whoever shares this device has a place of their own; the first one is its owner's. */
export const places = {
  get all(): OwnPlace[] {
    return kept.value;
  },
  /** The owner's place at each table. */
  get own(): OwnPlace[] {
    const seen = new Set<string>();
    return kept.value.filter(({ table }) => !seen.has(table) && seen.add(table));
  },
  at(table: string): OwnPlace | undefined {
    return kept.value.find((each) => each.table === table);
  },
  /** The places of all who share this device there. */
  allAt(table: string): OwnPlace[] {
    return kept.value.filter((each) => each.table === table);
  },
  keep(place: OwnPlace): void {
    put([place, ...elsewhere(place.table)]);
  },
  /** One more person on this device. */
  add(place: OwnPlace): void {
    put([...places.allAt(place.table), place, ...elsewhere(place.table)]);
  },
  /** What was not known of a table when the places were taken. */
  describe(table: string, game: string, title: string): void {
    kept.value = kept.value.map((each) => (each.table === table ? { ...each, game, title } : each));
  },
  /** The places are good at another table as well. */
  follow(table: string, next: string, game?: string): void {
    const there = places.allAt(table).map((each) => ({ ...each, table: next, game: game ?? each.game, since: Date.now() }));
    put([...there, ...elsewhere(next)]);
  },
  forget(table: string): void {
    kept.value = elsewhere(table);
  },
  /** A place that is none any more. */
  dropToken(table: string, token: string): void {
    kept.value = kept.value.filter((each) => each.table !== table || each.token !== token);
  },
  /** One person's place only. */
  drop(table: string, member: number): void {
    kept.value = kept.value.filter((each) => each.table !== table || each.member !== member);
  },
};
