/** Cam's table, as its view shows it. A piece is K or M if it is Red's, k or m if it is Yellow's. */
export interface CamTable {
  phase: 'play' | 'between games' | 'over';
  board: string;
  /** The names of the squares, rank by rank from the top. */
  ranks: string[][];
  castles: [string, string];
  pieces: Record<string, string>;
  turn: number | null;
  /** Where the piece that has begun its turn has been; a chain of jumps tells its last square only. */
  unfinished: string[];
  duty: '' | 'capture' | 'leave the castle';
  taken: [string, string];
  left: [number, number];
  quiet: number;
  occurrences: number;
  ended: '' | 'castle' | 'captured' | 'no_move' | 'repetition' | 'quiet';
  winner: number | null;
  game: number;
  began: number;
}

export const SIDES = ['red', 'yellow'] as const;

export const sideOf = (piece: string): number => (piece === piece.toUpperCase() ? 0 : 1);
export const isKnight = (piece: string): boolean => piece.toUpperCase() === 'K';
