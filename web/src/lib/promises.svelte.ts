import { Kept } from './kept.svelte';

const MOST = 100;
const kept = new Kept<[table: string, commitment: string][]>('promises', []);

/** The commitments that this browser was shown before a match was over: nobody can change these afterwards. */
export const promises = {
  of: (table: string): string => kept.value.find(([id]) => id === table)?.[1] ?? '',
  keep(table: string, commitment: string): void {
    if (!commitment || promises.of(table)) return;
    kept.value = [[table, commitment] as [string, string], ...kept.value].slice(0, MOST);
  },
};
