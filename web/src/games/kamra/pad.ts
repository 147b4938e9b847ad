import type { MatchEvent } from '../../wire';

/** What one hand brought a seat. */
export interface Entry {
  bid: number;
  taken: number;
  stars: number;
  heroes: number;
  points: number;
  total: number;
}

/** The page of the score pad for one hand, by seat. */
export interface Page {
  hand: number;
  entries: Entry[];
}

/** The page that these events write, if they end a hand. */
export function pageOf(events: MatchEvent[]): Page | null {
  const over = events.find((event) => event.kind === 'hand_over' && event.scored);
  if (!over) return null;
  const entries: Entry[] = [];
  for (const { kind, seat, ...told } of events) {
    if (typeof seat !== 'number' || !['made', 'captured', 'scored'].includes(kind)) continue;
    const { bid, taken, stars, heroes, points, total } = { ...entries[seat], ...told } as unknown as Entry;
    entries[seat] = { bid, taken, stars, heroes, points, total };
  }
  return { hand: Number(over.hands), entries };
}

/** Pages after one more has been written; a hand has one page, also when it is seen again. */
export const written = (pages: Page[], page: Page): Page[] =>
  [...pages.filter((each) => each.hand !== page.hand), page].sort((a, b) => a.hand - b.hand);

/** Totals before the first page: what was scored in hands that this browser has not seen. */
export function before(pages: Page[], totals: number[]): number[] {
  const first = pages[0];
  return first ? first.entries.map(({ points, total }) => total - points) : totals;
}

// The server tells totals only, so the tab remembers the hands it has seen.
const KEY = 'parlour.kamra.pad';

export function recall(table: string): Page[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { table: string; pages: Page[] } | null;
    return kept?.table === table ? kept.pages : [];
  } catch {
    return [];
  }
}

export function remember(table: string, pages: Page[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ table, pages }));
  } catch {
    // A browser that keeps nothing brings the totals forward instead.
  }
}
