/** From how many cards on a hand lies in rows on a phone. */
export const MANY = 7;

/** A hand on a grid in which every card is two columns wide, so that a row with a card less can stand in the middle. */
export interface Lie {
  /** How many rows there is room for. */
  rows: number;
  columns: number;
  /** Which column a row's first card lies in, by its place in the hand. */
  begins: Map<number, string>;
}

/**
 * How many cards lie in each row, as evenly as can be: nine in rows of eight at most are five and four. `peak` is how many
 * there were when they were dealt; there are as many rows as those took, so that no row goes away while cards are played.
 */
export function balanced(count: number, most: number, peak = count): number[] {
  const rows = Math.min(count, Math.ceil(peak / most));
  const [each, over] = [Math.floor(count / rows), count % rows];
  return Array.from({ length: rows }, (_, row) => each + (row < over ? 1 : 0));
}

export function lay(count: number, most: number, peak = count): Lie {
  const rows = balanced(count, most, peak);
  const longest = rows[0] ?? 0;
  let place = 0;
  const begins = rows.map((length): [number, string] => [(place += length) - length, `${1 + longest - length} / span 2`]);
  return { rows: Math.ceil(peak / most), columns: 2 * longest, begins: new Map(begins) };
}
