import type { MatchRecord } from '../wire';
import { request } from './api';

export const recordOf = (table: string, token: string): Promise<MatchRecord> =>
  request(`api/tables/${encodeURIComponent(table)}/record`, { token });

/** Hand somebody a file: as it is, or else as JSON. */
export function download(name: string, content: unknown): void {
  const file = content instanceof Blob ? content : new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The seal of a secret: what is published before the deal. Null if this browser cannot tell. */
export async function sealOf(secret: string): Promise<string | null> {
  if (!crypto.subtle || !secret) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const whole = new Uint8Array([...new TextEncoder().encode('parlour commitment 1:'), ...bytes]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the secret that was revealed is the one that was sealed before the deal; null if this browser cannot tell. */
export async function sealHolds(secret: string, commitment: string): Promise<boolean | null> {
  const seal = await sealOf(secret);
  return seal === null ? null : seal === commitment;
}
