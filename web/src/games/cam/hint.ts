import { between, type Board } from './board';

/** The squares that a turn goes over, and those on which it takes: `C4-C6xC8` is a canter and a jump. */
export function wayOf(turn: string, board: Board): { squares: string[]; taken: string[] } {
  const squares = turn.match(/[A-Z]\d+/g)?.filter((square) => board.places.has(square)) ?? [];
  const signs = turn.match(/[-x](?=[A-Z])/g) ?? [];
  const taken = signs.flatMap((sign, i) => (sign === 'x' ? (between(board, squares[i]!, squares[i + 1]!) ?? []) : []));
  return { squares, taken };
}
