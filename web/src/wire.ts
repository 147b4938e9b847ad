// Written by tools/wire_types.py from the types of the server: change those, not this file. See docs/protocol.md.

/** The version of the protocol that this file describes. */
export const PROTOCOL = 1;

/** A part of something: what is left out is as usual. */
export type Some<T> = { [Name in keyof T]?: T[Name] extends object ? Some<T[Name]> : T[Name] };

/**
 * A match as a viewer may see it. `table` is the game's own; `legal` is what the viewer may do, in
 * notation, `asked` the kind of decision that is, `result` what came of the last hand until the next begins.
 */
export interface MatchView<Table = Record<string, unknown>> {
  game: string;
  rules: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  you: number | null;
  actors: (number | 'table')[];
  asked: string | null;
  legal: string[];
  over: boolean;
  scores: number[];
  payoffs: number[];
  winners: number[];
  result: HandResult | null;
  table: Table;
}

/** A sentence of a game's words, by its key, and what it speaks of. */
export interface Sentence {
  key: string;
  given: Record<string, unknown>;
}

/** A line of the score pad. */
export interface SheetLine extends Sentence {
  points: number;
}

/** What changes hands when a match is over: a sentence of `[result]`, by seat lines of `[sheet]` and their sums. */
export interface Settlement extends Sentence {
  lines: SheetLine[][];
  points: number[];
  unit: string;
}

/**
 * What came of a hand: who won it and why (a sentence of `[result]`), by seat the lines of the score pad (`[sheet]`),
 * their sums and where everybody stands; how the match was won and what is paid when it is over.
 */
export interface HandResult extends Sentence {
  winners: number[];
  lines: SheetLine[][];
  points: number[];
  totals: number[];
  unit: string;
  ending: Sentence | null;
  settlement: Settlement | null;
}

/** Something that happened in a match: its kind, who did it, the rule it follows, and arguments of its own. */
export interface MatchEvent {
  kind: string;
  seat: number | 'table';
  rule?: string;
  hidden?: true;
  [argument: string]: unknown;
}

/** The deal, as numbers in hexadecimal. */
export interface DealRecord {
  commitment: string;
  secret: string;
  entropy: string[];
}

/** How the match stood when it was saved. */
export interface ResultRecord {
  over: boolean;
  scores: number[];
  payoffs: number[];
  winners: number[];
}

/** Who sat in a seat: a name, and the level of a computer player, empty for a person. */
export interface PlayerRecord {
  name: string;
  bot: string;
}

/** A saved match. `actions` are "seat: notation", with `table` for the world's own; `players` may be left out. */
export interface MatchRecord {
  format: 'parlour record 1';
  game: string;
  rules: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  deal: DealRecord;
  position: string | null;
  actions: string[];
  events: string[];
  result: ResultRecord;
  players: PlayerRecord[];
  checksum: string;
}

/** A turn of somebody, whole. */
export interface Turn {
  seat: number;
  text: string;
}

/**
 * Something that a seat could do, an action or a whole turn; the one that is `chosen` is recommended.
 *
 * `value`, `error` and `wins_in` are those of the `Estimate` of its first action; `note` says what is certain.
 * `line` is how a game without secrets would probably go on, this turn first. `saying` and `given` are the key of the
 * reason among the game's words and what it speaks of, for who tells it in another language.
 */
export interface Candidate {
  text: string;
  actions: number[];
  value: number;
  error: number;
  visits: number;
  wins_in: number | null;
  note: string;
  reason: string;
  saying: string;
  given: Record<string, unknown>;
  chosen: boolean;
  line: Turn[];
}

/** What a seat could do, by what it is worth, as a player of some level sees it. */
export interface Explanation {
  game: string;
  seat: number;
  level: string;
  choices: Candidate[];
}

/**
 * A decision: what it was, what it was worth, and what would have been better.
 *
 * `move` counts the actions of the match before it, the table's too; `luck` and `others` are what chance and the
 * mistakes of others have done to the seat since its last decision. `saying` and `given` are the key of the reason
 * among the game's words and what it speaks of, for who tells it in another language; those with `better` likewise.
 */
export interface Judgement {
  move: number;
  hand: number;
  seat: number;
  action: string;
  before: number;
  after: number;
  error: number;
  visits: number;
  reason: string;
  saying: string;
  given: Record<string, unknown>;
  better: string;
  better_reason: string;
  better_saying: string;
  better_given: Record<string, unknown>;
  mistake: number;
  luck: number;
  others: number;
}

/** A seat's result and what made it; `error` is the standard error of its own mistakes together. */
export interface Split {
  seat: number;
  start: number;
  luck: number;
  others: number;
  own: number;
  result: number;
  error: number;
  decisions: number;
  mistakes: number;
}

/** What a seat could expect when so many actions had been taken. */
export interface Point {
  move: number;
  value: number;
}

/**
 * A match looked through again. `course` has a line of points for each seat, from the start to the result.
 *
 * Without `chance`, what a split calls luck is only what the search did not see.
 */
export interface Review {
  game: string;
  seats: number;
  over: boolean;
  chance: boolean;
  level: string;
  seed: number;
  moves: number;
  reviewed: number[];
  judgements: Judgement[];
  splits: Split[];
  course: Point[][];
  hands: number[];
}

/**
 * How long a seat may think: for each move, or for the whole match with so much added for each move; 0 is for ever.
 *
 * When its time is up the seat makes its idle move, and after `grace` seconds more a computer player takes its place.
 */
export interface Clock {
  move: number;
  match: number;
  increment: number;
  grace: number;
}

/**
 * What a table agrees on besides the rules.
 *
 * `window` is how long a window for claims stays open (C-08), `friendly` whether moves may be taken back when all
 * agree, `bot_memory` how fast computer players forget (C-07). `bot_delay` is the routine step: how long computer
 * players and the table wait, so that people can follow; `tempo` multiplies it. `pause` is how long a result stands at
 * most if not everybody presses on, at every tempo but "wait"; with 0 nothing stands.
 */
export interface Settings {
  title: string;
  public: boolean;
  friendly: boolean;
  window: number;
  pause: number;
  bot_memory: number;
  bot_delay: number;
  tempo: 'fast' | 'normal' | 'slow' | 'wait';
  clock: Clock;
}

/** A moment of a match that is over: after so many actions, the world's included. */
export interface Moment {
  table: string;
  step: number;
}

/**
 * What a host asks for. A match may play on from a moment of another of the same game, under its rules.
 *
 * With `after`, the table at which the sender has sat and whose match is over, the new table has the same people.
 */
export interface NewTable {
  game: string;
  name: string;
  seats?: number | null;
  options?: Record<string, boolean | number | string>;
  settings?: Some<Settings>;
  password?: string;
  from?: Moment | null;
  after?: string;
}

/**
 * Somebody who would like to come to a table: to play, if there is a seat before the match, or to `watch`.
 *
 * `shares` is the token of a member whose device this one shares; that is declared before the deal.
 */
export interface NewMember {
  name: string;
  password?: string;
  watch?: boolean;
  shares?: string;
}

/** Take an empty seat, or change to it; in a match, the seat that one has held. */
export interface Sit {
  do: 'sit';
  seat: number;
}

/** Leave the seat; in a match a computer player goes on in it. */
export interface Stand {
  do: 'stand';
}

/** Let two places change their players, before the match (the host). */
export interface Swap {
  do: 'swap';
  seat: number;
  other: number;
}

/** Ask for a seat in a running match that nobody has; without a `seat`, ask no more. */
export interface Wish {
  do: 'wish';
  seat?: number | null;
}

/** Leave the table for good. */
export interface Leave {
  do: 'leave';
}

/** Send somebody away (the host); in a match a computer player takes over. */
export interface Remove {
  do: 'remove';
  member: number;
}

/** Put a computer player in an empty seat, or another one in its place (the host). */
export interface AddBot {
  do: 'add_bot';
  seat: number;
  level: string;
}

/** Clear a seat before the match (the host). */
export interface Empty {
  do: 'empty';
  seat: number;
}

/** Begin the match (the host). Empty seats must be filled first. */
export interface Start {
  do: 'start';
}

/**
 * Do something in the match, in the game's notation.
 *
 * `expect` is the number of the last event that the client has seen. It is refused if something has happened since
 * that matters for it: not for chat, nor because others were silent in a window.
 */
export interface Act {
  do: 'act';
  action: string;
  expect?: number | null;
}

/** Say yes or no to ending the match, to another one, to taking back the last move, to who wishes for a seat. */
export interface Vote {
  do: 'vote';
  what: 'end' | 'rematch' | 'seat' | 'take_back';
  yes?: boolean;
}

/** Say something. */
export interface Chat {
  do: 'chat';
  text: string;
}

/** Say one of the phrases that everybody is told in their own language. */
export interface Phrase {
  do: 'phrase';
  phrase: 'again' | 'good_luck' | 'hello' | 'one_moment' | 'sorry' | 'thanks' | 'well_played' | 'your_turn';
}

/** Set the pace of the table. */
export interface Tempo {
  do: 'tempo';
  tempo: 'fast' | 'normal' | 'slow' | 'wait';
}

/** Press on: the result that stands has been seen. */
export interface Ready {
  do: 'ready';
}

/** Stop the clocks; nobody can act. */
export interface Pause {
  do: 'pause';
}

/** Go on after a pause. */
export interface Resume {
  do: 'resume';
}

/** Give the match up. */
export interface Resign {
  do: 'resign';
}

/** Take back the own last action, if it told nobody anything and nobody has acted since. */
export interface TakeBack {
  do: 'take_back';
}

/** Let a computer player act for a seat that has kept everybody waiting too long; its owner can come back. */
export interface TakeOver {
  do: 'take_over';
  seat: number;
}

/** Take the own seat back from the computer player in it. */
export interface Return {
  do: 'return';
}

/** Add entropy of one's own to the deal, before it. */
export interface Stir {
  do: 'stir';
  entropy: string;
}

/** Multiply all times of the clock, up to ten times: the host; before the match, a player who needs more. */
export interface Stretch {
  do: 'stretch';
  times: number;
}

/** Be called something else. */
export interface Rename {
  do: 'rename';
  name: string;
}

/** Do not let somebody chat, or let them again (the host). */
export interface Mute {
  do: 'mute';
  member: number;
  on?: boolean;
}

/** Tell the people who run the server what somebody said. */
export interface Report {
  do: 'report';
  member: number;
  why: string;
}

/** Make a code with which another device, for ten minutes, can take up the same place. */
export interface Invite {
  do: 'invite';
}

export type AnyCommand =
  | Sit
  | Stand
  | Swap
  | Wish
  | Leave
  | Remove
  | AddBot
  | Empty
  | Start
  | Act
  | Vote
  | Chat
  | Phrase
  | Tempo
  | Ready
  | Pause
  | Resume
  | Resign
  | TakeBack
  | TakeOver
  | Return
  | Stir
  | Stretch
  | Rename
  | Mute
  | Report
  | Invite;

/** The first frame: which table, who (nobody for a spectator), and the last event seen, if any. */
export interface Hello {
  is: 'hello';
  protocol: number;
  table: string;
  token?: string;
  since?: number | null;
}

/** A command, and the sender's own name for it: sent again under the same key it is not carried out again. */
export interface Ask {
  is: 'ask';
  key: string;
  command: AnyCommand;
}

/** Tell me how everything stands: I may have missed something. */
export interface Look {
  is: 'look';
}

/** Are you there? */
export interface Ping {
  is: 'ping';
}

export type AnyFrame = Hello | Ask | Look | Ping;

/** A seat: who it belongs to, and who acts for it. `left` is what is left of its time for the match. */
export interface SeatView {
  name: string;
  member: number | null;
  bot: string;
  standing_in: boolean;
  resigned: boolean;
  left: number | null;
}

/** Somebody at the table; `shares` is the member whose device this one shares, declared before the deal. */
export interface MemberView {
  id: number;
  name: string;
  host: boolean;
  muted: boolean;
  shares: number | null;
}

/** Who asks for which seat of a running match. */
export interface Wished {
  member: number;
  seat: number;
}

/**
 * A result that stands, or a live market that is about to open: until when, and which members have pressed on.
 *
 * Without `until` it stands until all have.
 */
export interface Stands {
  until: number | null;
  ready: number[];
}

/**
 * All of a table but the match itself. It is the same for everybody.
 *
 * `continued` says that its match plays on from a moment of another. `course` has the scores of all seats after each
 * hand. `words` is the code of four words by which it can be found while it gathers, by language.
 */
export interface TableView {
  id: string;
  game: string;
  title: string;
  phase: 'gathering' | 'over' | 'paused' | 'playing' | 'starting';
  seats: SeatView[];
  members: MemberView[];
  options: Record<string, boolean | number | string>;
  settings: Settings;
  locked: boolean;
  commitment: string;
  entropy: string[];
  votes: Record<string, number[]>;
  wish: Wished | null;
  stands: Stands | null;
  course: number[][];
  words: Record<string, string>;
  stretch: number;
  continued: boolean;
  ended: string;
  next: string;
  secret: string;
}

/** The first answer to a hello, and what a client is sent when it has missed too much: everything as it stands. */
export interface Welcome {
  is: 'welcome';
  n: number;
  you: number | null;
  seat: number | null;
  table: TableView;
  match: MatchView | null;
  deadline: number | null;
}

/**
 * What has happened since the event before: news of the table, events of the match, and how everything now stands.
 *
 * `table` and `match` are left out where they have not changed.
 */
export interface Update {
  is: 'update';
  n: number;
  news: News[];
  events: MatchEvent[];
  table: TableView | null;
  match: MatchView | null;
  deadline: number | null;
}

/**
 * An action of a match that is over: who did what, what it brought about, and how everything stood after it.
 *
 * `on` says that the seat that did it is in the middle of a turn: what they do next belongs to it.
 */
export interface ReplayStep {
  seat: number | 'table' | null;
  action: string;
  events: MatchEvent[];
  view: MatchView;
  on: boolean;
}

/** The command with this key has been carried out, as event `n`, and cannot be lost any more. */
export interface Ack {
  is: 'ack';
  key: string;
  n: number;
  answer: string;
}

/**
 * The command with this key has not been carried out. Nothing has changed; `now` is how everything stands.
 *
 * Where the rules refuse, `saying` is the key of the sentence among the refusals of the game's words, `given` what it
 * speaks of, for telling it in another language.
 */
export interface Nack {
  is: 'refusal';
  key: string;
  code: string;
  text: string;
  rule: string;
  n: number;
  saying: string;
  given: Record<string, unknown>;
  now: Welcome | null;
}

/** Who is connected, and how many look on who are nobody at the table. */
export interface Presence {
  is: 'presence';
  here: number[];
  guests: number;
}

/** Yes, and this is the number of the last event that cannot be lost any more. */
export interface Pong {
  is: 'pong';
  n: number;
}

/** Whether the server can save anything. While it cannot, it carries out nothing: every command is `unavailable`. */
export interface Saving {
  is: 'saving';
  on: boolean;
}

export type AnyMessage = Welcome | Update | Ack | Nack | Presence | Pong | Saving;

/**
 * A moment of a lesson: how the table stands, what has just happened, what is said.
 *
 * With `want`, the learner is to do that: `wrong` and `instead` answer whatever else they may do; `turn` is the whole
 * turn that it is part of, as it may be written at once. Without `say` and `want` it goes on by itself.
 */
export interface Frame {
  step: number;
  say: string;
  rules: string[];
  want: string;
  turn: string;
  wrong: string;
  instead: Record<string, string>;
  events: MatchEvent[];
  view: MatchView;
}

/** A lesson, moment by moment, as the learner sees it; the seat may change (`view.you`). */
export interface Lesson {
  game: string;
  title: string;
  minutes: number;
  players: string[];
  steps: number;
  frames: Frame[];
}

/** What the rules say to an action: nothing if they allow it, and otherwise why not, as a `wire.Nack` does. */
export interface Verdict {
  legal: boolean;
  rule: string;
  text: string;
  saying: string;
  given: Record<string, unknown>;
}

/** A place at a table, with a seat or without one: the token is the only proof of it, so keep it. */
export interface Place {
  table: string;
  member: number;
  token: string;
  seat: number | null;
}

/** The table that a code of four words leads to. */
export interface Invitation {
  table: string;
  game: string;
}

/** A code for a second device. */
export interface Code {
  code: string;
}

/** What went wrong; programs may rely on `code`. */
export interface Trouble {
  code: string;
  text: string;
  rule: string;
}

/** A public table in the lobby. */
export interface Listed {
  id: string;
  game: string;
  title: string;
  phase: string;
  seats: number;
  free: number;
}

/** A switch of a game: the rule it comes from, what it is usually, and what it can be. */
export interface OptionFacts {
  name: string;
  help: string;
  rule: string;
  usual: boolean | number | string;
  choices: string[] | null;
  least: number | null;
  most: number | null;
}

/** What a game is called and about, and its lesson, in a language; `lesson` is empty if it has none. */
export interface GameTexts {
  title: string;
  summary: string;
  lesson: string;
}

/**
 * A game as a shelf shows it: its texts in English and in other languages, its seats, how long a match takes, its
 * switches; which kinds of its events are looked at longer than others, and which a log forgets with the next (C-18).
 *
 * `minutes` is rounded up to five, `depth` is from 1 to 3, and both are 0 if nobody has said. `short` are the options
 * of a short match, "seats" among them standing for the number of players; without any there is no short match.
 */
export interface GameFacts {
  name: string;
  title: string;
  year: number;
  maker: string;
  summary: string;
  lesson: string;
  languages: Record<string, GameTexts>;
  fewest: number;
  most: number;
  usual: number;
  minutes: number;
  depth: number;
  options: OptionFacts[];
  short: Record<string, boolean | number | string>;
  seat_names: string[];
  weights: Record<string, 'heavy' | 'stands'>;
  fades: string[];
}

/** A command with its key. */
export interface KeyedCommand {
  key: string;
  command: AnyCommand;
}

/** A table that somebody asks about, with the token of a place there, if they have one. */
export interface KnownTable {
  table: string;
  token?: string;
}

/** Tables that somebody asks about. */
export interface KnownTables {
  tables: KnownTable[];
}

/** How a table stands, in short. `turn` are the seats that may act, `seat` is one's own. */
export interface TableGlance {
  table: string;
  game: string;
  title: string;
  phase: string;
  players: string[];
  turn: number[];
  seat: number | null;
  touched: number;
}

/** A match looked through for mistakes; how much of it has been, until that is done. */
export interface Reviewed {
  progress: number;
  review: Review | null;
}

/** A match that is over, step by step, as a seat or, without one, a spectator saw it. */
export interface Replay {
  game: string;
  seat: number | null;
  players: string[];
  steps: ReplayStep[];
}

/** A numbered rule: its id, what it says, what it is (`rule`, `ruling`, `example`, ...). */
export interface NumberedRule {
  id: string;
  text: string;
  status: string;
}

/** A part of a rulebook, the language it is written in, and its rules. `shared` are the conventions of all games. */
export interface Section {
  title: string;
  language: string;
  shared: boolean;
  rules: NumberedRule[];
}

/** The numbered rules of a game, and the conventions that it shares with the others. */
export interface Rules {
  game: string;
  title: string;
  sections: Section[];
}

/**
 * The sentences of a game, by section and key; what the language lacks is in English. `argument` says which of what
 * they speak of are seats.
 */
export interface Words {
  game: string;
  sections: Record<string, Record<string, string>>;
}

/** The short rules of a game, in Markdown; empty if it has none. */
export interface Guide {
  game: string;
  language: string;
  text: string;
}

/** A word of the book: the forms in which it is met, and what it means. */
export interface ExplainedWord {
  forms: string[];
  text: string;
}

/**
 * What a newcomer to a game is told: how to win, a sentence with the first decision of each kind (`asked` in a
 * match), the book's words. All of it is empty if the game has none.
 */
export interface CoachingFacts {
  goal: string;
  coach: Record<string, string>;
  words: ExplainedWord[];
}

/** Something that a learner would like to do at a moment of a lesson. */
export interface Tried {
  frame: number;
  action: string;
}

/** News of the table; seat 15 is the table itself. */
export type News =
  | { is: 'acted'; seat: number; by: 'bot' | 'idle' | 'person' | 'table' }
  | { is: 'begun' }
  | { is: 'called' }
  | { is: 'counting' }
  | { is: 'ended'; why: string }
  | { is: 'hosting'; member: number }
  | { is: 'joined'; member: number; name: string }
  | { is: 'left'; member: number }
  | { is: 'muted'; member: number; on: boolean }
  | { is: 'onward' }
  | { is: 'paced'; tempo: 'fast' | 'normal' | 'slow' | 'wait' }
  | { is: 'paused'; member: number | null }
  | { is: 'placed'; seat: number; level: string }
  | { is: 'readied'; member: number }
  | { is: 'rematched'; table: string }
  | { is: 'renamed'; member: number; name: string }
  | { is: 'resigned'; seat: number }
  | { is: 'restored' }
  | { is: 'resumed'; member: number }
  | { is: 'said'; member: number; text: string; phrase: string }
  | { is: 'sat'; seat: number; member: number }
  | { is: 'wished'; member: number; seat: number | null }
  | { is: 'stirred'; member: number; entropy: string }
  | { is: 'stood'; seat: number }
  | { is: 'stretched'; times: number }
  | { is: 'swapped'; seat: number; other: number }
  | { is: 'taken_back' }
  | { is: 'unplaced'; seat: number }
  | { is: 'voted'; member: number; what: string; yes: boolean }
  | { is: 'warned'; seat: number };
