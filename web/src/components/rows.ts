/** From how many cards on a hand lies in rows on a phone. */
export const MANY = 7;

/** A hand on a grid in which every card is two columns wide, so that a row with a card less can stand in the middle. */
export interface Lie {
  columns: number;
  /** Which column a row's first card lies in, by its place in the hand. */
  begins: Map<number, string>;
}

/** How many cards lie in each row, as evenly as can be: nine in rows of eight at most are five and four. */
export function balanced(count: number, most: number): number[] {
  const rows = Math.ceil(count / most);
  const [each, over] = [Math.floor(count / rows), count % rows];
  return Array.from({ length: rows }, (_, row) => each + (row < over ? 1 : 0));
}

export function lay(count: number, most: number): Lie {
  const rows = balanced(count, most);
  const longest = rows[0] ?? 0;
  let place = 0;
  const begins = rows.map((length): [number, string] => [(place += length) - length, `${1 + longest - length} / span 2`]);
  return { columns: 2 * longest, begins: new Map(begins) };
}
