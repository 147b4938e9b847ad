import type { Component } from 'svelte';
import type { MatchEvent, MatchView } from '../wire';
import type { Hint } from '../lib/hinting.svelte';
import type { Words } from '../lib/words.svelte';

/** What a game's table is given. It draws `match`, asks for what people choose, and knows no rules. */
export interface TableProps<Table = any> {
  match: MatchView<Table>;
  /** The players' names, by seat. */
  names: string[];
  /** The seat from which the table is seen; null for spectators. */
  you: number | null;
  /** What has just happened, in order: a new list each time, to be shown moving. */
  events: MatchEvent[];
  words: Words;
  /** Ask for an action in the game's notation. What the rules forbid is refused with a reason; ask all the same. */
  act: (action: string) => void;
  /** Take one's own last action back, as long as nobody has acted since. */
  takeBack: () => void;
  /** Whether something asked for has not been answered yet. */
  busy: boolean;
  /** What the seat plate shows besides the game: is it connected, whose bot, what time is left. */
  plates: Plate[];
  /** When the viewer's time is up, in seconds since 1970; null if nothing presses. */
  deadline: number | null;
  /** A hint that is being looked at, for tables that draw it themselves. Cards and buttons that it names are ringed anyway. */
  hint?: Hint | null;
}

/** What is known of a player at any table. */
export interface Plate {
  name: string;
  bot: string;
  away: boolean;
  you: boolean;
  turn: boolean;
  left: number | null;
}

/** A game's own look: `games/NAME/index.ts` exports one as its default. */
export interface GameLook {
  Table: Component<TableProps>;
  /** A card of the game, face up. */
  Face?: Component<{ card: string; width?: string; words: Words }>;
  /** Whether players hold what others may not see: then a device that goes round has a curtain. */
  secret?: boolean;
  /** The line that says what is to be done, as a key of the game's `[prompt]` words and its arguments. */
  prompt?: (match: MatchView<any>, you: number | null) => Prompt | null;
  /** How the match has ended, for the result, as a key of the game's `[ending]` words and its arguments. */
  ending?: (match: MatchView<any>, you: number | null) => Prompt | null;
  /** Whether it needs all the height of a phone: the turn line then stands in the header, in place of the title. */
  tall?: boolean;
  /** Where on the table an action shows besides its own buttons and cards, as selectors. */
  points?: (action: string) => string[];
  /** Whether chance has no part in a match with these options: then there is no deal to check, and no luck. */
  certain?: (options: Record<string, unknown>) => boolean;
  /** Whether what stands is a table that has been dealt to, and begins when everybody is ready. */
  opens?: (match: MatchView<any>) => boolean;
}

export interface Prompt {
  key: string;
  given?: Record<string, unknown>;
}

const looks = import.meta.glob<{ default: GameLook }>('./*/index.ts');

/** The look of a game; a game without one gets a plain table. */
export async function lookOf(game: string): Promise<GameLook> {
  const load = looks[`./${game}/index.ts`] ?? looks['./plain/index.ts'];
  return (await load!()).default;
}
