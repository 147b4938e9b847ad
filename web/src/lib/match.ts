/** What the server tells of a match. Its `table` is the game's own; each game's folder here says what is in it. */
export interface MatchView<Table = Record<string, unknown>> {
  game: string;
  rules: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  you: number | null;
  actors: (number | 'table')[];
  legal: string[];
  over: boolean;
  scores: number[];
  payoffs: number[];
  winners: number[];
  table: Table;
}

/** Something that happened in a match: what kind, who did it, the rule it follows, and its own arguments. */
export interface MatchEvent {
  kind: string;
  seat: number | 'table';
  rule?: string;
  hidden?: boolean;
  [argument: string]: unknown;
}
