/** Reading Cam's position texts for a picture: ranks from the top, digits for vacant squares. */

function spread(rank: string): string[] {
  return [...rank].flatMap((sign) => (/\d/.test(sign) ? Array<string>(Number(sign)).fill('') : [sign]));
}

/** The names of the squares, rank by rank from the top; each rank lies in the middle of its board. */
export function ranksOf(position: string): string[][] {
  const ranks = position.split('/').map(spread);
  const widest = Math.max(...ranks.map((rank) => rank.length));
  return ranks.map((rank, row) =>
    rank.map((_, i) => String.fromCharCode(65 + (widest - rank.length) / 2 + i) + (ranks.length - row)),
  );
}

/** What stands where. */
export function piecesOf(position: string): Map<string, string> {
  const squares = ranksOf(position).flat();
  const signs = position.split('/').flatMap(spread);
  return new Map(squares.flatMap((square, i) => (signs[i] ? [[square, signs[i]] as [string, string]] : [])));
}

/** The squares of a turn, in order. */
export const wayOf = (turn: string): string[] => turn.split(/[-x]/).filter(Boolean);
