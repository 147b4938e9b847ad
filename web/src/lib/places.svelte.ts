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

export const places = {
  get all(): OwnPlace[] {
    return kept.value;
  },
  at(table: string): OwnPlace | undefined {
    return kept.value.find((each) => each.table === table);
  },
  keep(place: OwnPlace): void {
    kept.value = [place, ...kept.value.filter((each) => each.table !== place.table)].slice(0, MOST);
  },
  forget(table: string): void {
    kept.value = kept.value.filter((each) => each.table !== table);
  },
};
