import type { MatchEvent, Sentence, Words as Told } from '../wire';
import { reading } from './api';
import { language, type Language } from './preferences.svelte';
import english from '../messages/en.json';

/** The sentences of a game, as its `words.toml` has them; `argument` says which of what they speak of are seats. */
export type Words = Record<string, Record<string, string>>;
export type Arguments = Record<string, unknown>;
type Messages = Record<string, string>;

const foreign = import.meta.glob<{ default: Messages }>(['../messages/*.json', '!../messages/en.json']);

let spoken = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: english });

let asked: Language = 'en'; // last: words that arrive late do not replace those of the language chosen since

/** Load the reader's language; until then, and for what it lacks, everything is in English. */
export async function speak(wanted: Language = language()): Promise<void> {
  asked = wanted;
  const load = foreign[`../messages/${wanted}.json`];
  const found = load ? { ...english, ...(await load()).default } : english;
  if (asked === wanted && found !== spoken.messages) spoken = { language: wanted, messages: found };
}

/** A message of the client. `count` among the arguments chooses between `key_one` and `key_other`. */
export function t(key: string, given: Arguments = {}): string {
  const { messages } = spoken;
  const plural = typeof given.count === 'number' ? `${key}_${pluralForm(given.count)}` : key;
  return fill(messages[plural] ?? messages[key] ?? key, given);
}

/** Whether there is such a message. */
export const has = (key: string): boolean => key in spoken.messages;

// Each of these takes a phone a millisecond to make.
const plurals = $derived(new Intl.PluralRules(spoken.language));
const numbers = $derived(new Intl.NumberFormat(spoken.language));
const lists = $derived(new Intl.ListFormat(spoken.language === 'en' ? 'en-GB' : spoken.language)); // no comma before "and"

const pluralForm = (count: number): string => plurals.select(count);

/** A number as the reader writes it, with a true minus sign, and none before a zero. */
export const number = (value: number): string => numbers.format(value + 0).replace('-', '\u2212');

/** What is won or lost: with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

/** A, B and C. */
export const list = (items: string[]): string => lists.format(items);

export const spokenLanguage = (): Language => spoken.language;

/** The sentences of a game in the reader's language. */
export const wordsOf = async (game: string, wanted: Language = spoken.language): Promise<Words> =>
  (await reading<Told>(game, 'words', wanted)).sections;

/** An event in a sentence; empty if the game has nothing to say of it. */
export function sayEvent(words: Words, event: MatchEvent, names: string[], you: number | null): string {
  const toYou = event.seat === you && you !== null ? (words.you ?? {}) : {};
  const key = event.hidden ? `${event.kind}_hidden` : event.kind;
  const flags = { ...words.flags, ...toYou };
  const template = toYou[key] ?? words.events?.[key] ?? '';
  return fill(template, sayAll(event, names, words, flags));
}

/** What an action is good for, in a line. */
export const sayReason = (words: Words, key: string, given: Arguments, names: string[]): string => sayWhy(words, 'reason', key, given, names);

/** A sentence of a game, filled in: `part` is a section of its words, such as `refusals`. */
export function sayWhy(words: Words, part: string, key: string, given: Arguments, names: string[]): string {
  return fill(words[part]?.[key] ?? '', sayAll(given, names, words));
}

/** How a hand or a match was won; whoever won alone is spoken to. */
export function sayResult(words: Words, { key, given }: Sentence, names: string[], you: number | null): string {
  const won = Array.isArray(given.winners) && given.winners.length === 1 && given.winners[0] === you;
  return sayWhy(words, 'result', won && words.result?.[`${key}_you`] ? `${key}_you` : key, given, names);
}

/**
 * What an action, or a whole turn, is called by people; its notation if the game does not say. The keys of a game's
 * `[action]` are patterns of its notation (`ask {asked:seat} {card}`), and the first that fits is taken.
 */
export function sayAction(words: Words, text: string, names: string[]): string {
  for (const [notation, sentence] of Object.entries(words.action ?? {})) {
    const found = actionPattern(notation).exec(text);
    if (!found) continue;
    const parts = [...notation.matchAll(PART)];
    const given = parts.map(([, name = '', seat], i) => {
      const value = found[i + 1] ?? '';
      const part = value.includes(' ') ? value.split(' ') : value;
      return [name, seat ? (names[Number(value)] ?? value) : say(name, part, [], words, {})];
    });
    return fill(sentence, Object.fromEntries(given) as Arguments);
  }
  return text;
}

const PART = /\{(\w+)(:seat)?\}/g;

function actionPattern(notation: string): RegExp {
  const plain = notation.replace(/[.*+?^$()|[\]\\-]/g, '\\$&');
  return new RegExp(`^${plain.replace(PART, (_, __, seat) => (seat ? '([0-9]+)' : '(.+?)'))}$`);
}

type Sentences = Record<string, string>;

function sayAll(given: Arguments, names: string[], words: Words, flags: Sentences = words.flags ?? {}): Arguments {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, say(name, value, names, words, flags)]));
}

/** A value as people say it: a seat's name, a flag's words, cards and numbers as `[value]` has them, lists joined. */
function say(name: string, value: unknown, names: string[], { argument, value: values = {} }: Words, flags: Sentences): string {
  if (argument?.[name] === 'seat') {
  const seats = Array.isArray(value) ? value : [value];
    return seats.length ? list(seats.map((seat) => names[seat as number] ?? t('table.table'))) : t('table.nobody');
  }
  if (typeof value === 'boolean') return flags[`${name}_${value ? 'yes' : 'no'}`] ?? '';
  if (Array.isArray(value)) return sayList(value.map((each) => sayNamed(name.replace(/s$/, ''), each, values)), values.of);
  return sayNamed(name, value, values);
}

/** Cards or names joined; where suits follow an `of`, one suit after the other: 6 and 5 of Dollars; 2 of Stars. */
function sayList(named: string[], of?: string): string {
  if (!of) return list(named);
  const suits = new Map<string, string[]>();
  for (const each of named) {
    const [rank = '', suit = ''] = each.split(of);
    suits.set(suit, [...(suits.get(suit) ?? []), rank]);
  }
  return [...suits].map(([suit, ranks]) => list(ranks) + of + suit).join('; ');
}

/** A card or a number as `[value]` has it: `card.T5` before `T5`. A list of `cards` names each as a `card`. */
function sayNamed(name: string, value: unknown, values: Sentences): string {
  return values[`${name}.${value}`] ?? values[String(value)] ?? (typeof value === 'number' ? number(value) : whole(value));
}

/** A card's short name (`A-3`) stays whole at the end of a line. */
const whole = (value: unknown): string => String(value).replace(/^([A-Z])-(?=\d$)/, '$1\u2011');

function fill(template: string, given: Arguments): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
