import { Refused } from './api';
import { has, t } from './words.svelte';

/** What went wrong, in the reader's words where there are any, otherwise in the server's. */
export function sayTrouble(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  return sayRefusal(error.code, error.message);
}

export const sayRefusal = (code: string, text: string): string => (has(`refusal.${code}`) ? t(`refusal.${code}`) : text);
