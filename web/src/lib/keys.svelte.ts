import { Kept } from './kept.svelte';

/** Keys that work anywhere at a table. They can be changed, and turned off by leaving them empty. */
export const USUAL_KEYS = { action: 'a', hand: 'c', hint: 'h', log: 'l', menu: 'm', why: 'w' };
export type KeyUse = keyof typeof USUAL_KEYS;

const kept = new Kept<Record<KeyUse, string>>('keys', USUAL_KEYS);

export const keys = {
  get all(): Record<KeyUse, string> {
    return kept.value;
  },
  /** A key has one use only. */
  set(use: KeyUse, key: string): void {
    const others = Object.entries(kept.value).map(([name, held]) => [name, key && held === key ? '' : held]);
    kept.value = { ...(Object.fromEntries(others) as Record<KeyUse, string>), [use]: key };
  },
  reset(): void {
    kept.value = USUAL_KEYS;
  },
};

/** What a key is for, unless somebody is writing. */
export function useOf(event: KeyboardEvent): KeyUse | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const target = event.target as Element | null;
  if (target?.closest?.('input, textarea, select, [contenteditable], dialog')) return undefined;
  const pressed = event.key.toLowerCase();
  return (Object.keys(kept.value) as KeyUse[]).find((use) => kept.value[use] === pressed);
}
