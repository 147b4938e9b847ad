/** Where a square lies, as the viewer sees it: columns from the left, rows from the top. */
export interface Place {
  square: string;
  column: number;
  row: number;
}

export interface Board {
  columns: number;
  rows: Place[][];
  places: Map<string, Place>;
}

/** A square is drawn hardly wider than high: on a narrow phone both ways must do for a finger. */
export const CELL = { width: 48, height: 47 };

/** Lay the board out from the names of its squares, seen by Red (0) or from the other end (1). */
export function layOut(ranks: string[][], seenBy: number): Board {
  const files = ranks.flat().map(fileOf);
  const first = Math.min(...files);
  const columns = Math.max(...files) - first + 1;
  const turned = seenBy === 1;
  const seen = turned ? ranks.toReversed().map((rank) => rank.toReversed()) : ranks;
  const column = (square: string) => (turned ? columns - 1 - fileOf(square) + first : fileOf(square) - first);
  const rows = seen.map((rank, row) => rank.map((square) => ({ square, column: column(square), row })));
  return { columns, rows, places: new Map(rows.flat().map((place) => [place.square, place])) };
}

const fileOf = (square: string): number => square.charCodeAt(0);

/** The middle of a square, in the units of the drawing. */
export function middle(board: Board, square: string): { x: number; y: number } {
  const { column, row } = board.places.get(square)!;
  return { x: (column + 0.5) * CELL.width, y: (row + 0.5) * CELL.height };
}

/** The square half way between two, if there is one. */
export function between(board: Board, from: string, to: string): string | null {
  const [a, b] = [board.places.get(from), board.places.get(to)];
  if (!a || !b || (a.column + b.column) % 2 || (a.row + b.row) % 2) return null;
  return nearest(board, (a.row + b.row) / 2, (a.column + b.column) / 2, 0)?.square ?? null;
}

/** A square of a row: the one in the column, or the nearest to it that the row has. */
function nearest(board: Board, row: number, column: number, reach = Infinity): Place | undefined {
  const far = (place: Place) => Math.abs(place.column - column);
  return board.rows[row]?.filter((place) => far(place) <= reach).sort((a, b) => far(a) - far(b))[0];
}

/** Where the keyboard stands, and the column it keeps to where the board is narrower. */
export interface Standpoint {
  square: string;
  column: number;
}

/** A step with the keyboard. The board is tapered: from its edge one comes to the nearest square of the next row. */
export function walk(board: Board, from: Standpoint, key: string): Standpoint | null {
  const place = board.places.get(from.square);
  if (!place) return null;
  const row = board.rows[place.row]!;
  const along = (to: Place | undefined) => (to ? { square: to.square, column: to.column } : from);
  const across = (to: number) => {
    const found = nearest(board, to, from.column);
    return found ? { square: found.square, column: from.column } : from;
  };
  const steps: Record<string, () => Standpoint> = {
    ArrowLeft: () => along(row.find((each) => each.column === place.column - 1)),
    ArrowRight: () => along(row.find((each) => each.column === place.column + 1)),
    ArrowUp: () => across(place.row - 1),
    ArrowDown: () => across(place.row + 1),
    Home: () => along(row[0]),
    End: () => along(row.at(-1)),
    PageUp: () => along(board.rows[0]![0]),
    PageDown: () => along(board.rows.at(-1)![0]),
  };
  return steps[key]?.() ?? null;
}

/** The outline of all squares together, as a path: the stairs of the tapered edge. */
export function outline(board: Board): string {
  const { width, height } = CELL;
  const edges = board.rows.map((row, i) => {
    const [left, right] = [row[0]!.column * width, (row.at(-1)!.column + 1) * width];
    return { left, right, top: i * height, foot: (i + 1) * height };
  });
  const down = edges.map(({ right, top, foot }) => `${right} ${top} ${right} ${foot}`);
  const up = edges.toReversed().map(({ left, top, foot }) => `${left} ${foot} ${left} ${top}`);
  return `M${[...down, ...up].join(' ')}Z`;
}
