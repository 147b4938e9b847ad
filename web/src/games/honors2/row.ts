/** What one takes with a card of the row: it and all that lies above it, the deepest first. */
export const takenWith = (row: string[], card: string | null): string[] => {
  const at = card === null ? -1 : row.indexOf(card);
  return at < 0 ? [] : row.slice(at);
};
