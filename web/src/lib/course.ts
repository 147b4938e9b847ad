/** Marks of the players' lines, within five units of the middle: a disk, a square, a triangle, a diamond, a bar, a cross. */
export const MARKS = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  'M-3-3h6v6h-6z',
  'M0-3.5 3.5 3h-7z',
  'M0-4 4 0 0 4-4 0z',
  'M-1.5-4h3v8h-3z',
  'M-1-4h2v3h3v2h-3v3h-2v-3h-3v-2h3z',
];

export interface Course {
  zero: number;
  lines: { path: string; points: [x: number, y: number][] }[];
}

/** The lines of a chart of scores after each hand; all begin with nothing. */
export function course(scores: number[][], seats: number, width: number, height: number): Course {
  const all = [Array<number>(seats).fill(0), ...scores];
  const values = all.flat();
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => round((i / Math.max(1, all.length - 1)) * width);
  const y = (value: number) => round(height - ((value - least) / (most - least || 1)) * height);
  const lines = Array.from({ length: seats }, (_, seat) => {
    const points = all.map((each, i): [number, number] => [x(i), y(each[seat] ?? 0)]);
    return { points, path: points.map(([px, py], i) => `${i ? 'L' : 'M'}${px} ${py}`).join('') };
  });
  return { zero: y(0), lines };
}

/** The most that anybody won in one hand, the best moment of a match; none if two won as much. Hands count from one. */
export function bestHand(scores: number[][]): { seat: number; hand: number; points: number } | null {
  const before = (i: number, seat: number) => scores[i - 1]?.[seat] ?? 0;
  const gains = scores.flatMap((each, i) => each.map((score, seat) => ({ seat, hand: i + 1, points: score - before(i, seat) })));
  const [best, next] = gains.toSorted((a, b) => b.points - a.points);
  return best && best.points > Math.max(0, next?.points ?? 0) ? best : null;
}

const round = (value: number): number => Math.round(value * 10) / 10;
