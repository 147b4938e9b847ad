import { number, list, type Words } from '../../lib/words.svelte';

/** What lies on a table: cards in the middle, facts beside them, and what each player has. */
export interface Laid {
  cards: { label: string; cards: string[] }[];
  boards: { label: string; rows: string[][] }[];
  facts: { label: string; text: string }[];
  each: { label: string; values: unknown[] }[];
}

/** Whether the game has a name for it as a card. */
export const isCard = (value: unknown, words: Words): value is string => typeof value === 'string' && `card.${value}` in (words.value ?? {});

/** What a table says, in order. What is called nothing in the game's `[label]` is left out, and so is what there is not. */
export function laid(table: Record<string, unknown>, words: Words, names: string[]): Laid {
  const all: Laid = { cards: [], boards: [], facts: [], each: [] };
  for (const [name, value] of Object.entries(table)) {
    const label = labelOf(name, words);
    if (!label || value === null || value === false || (Array.isArray(value) && !value.length)) continue;
    const several = Array.isArray(value) ? value : [value];
    if (isBoard(several)) all.boards.push({ label, rows: several.map((row) => row.map((one) => said(name, one, words, names))) });
    else if (isEach(name, several, words, names)) all.each.push({ label, values: several });
    else if (several.every((one) => isCard(one, words))) all.cards.push({ label, cards: several as string[] });
    else all.facts.push({ label, text: value === true ? '' : list(several.map((one) => said(name, one, words, names))) });
  }
  return all;
}

/** What a field is called; a label with a place in it is for a drawing that fills it. */
function labelOf(name: string, words: Words): string {
  const called = words.label?.[name];
  if (called !== undefined && !called.includes('{')) return called;
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Whether a value is a board: rows of as many fields each. */
const isBoard = (rows: unknown[]): rows is unknown[][] => rows.every((row) => Array.isArray(row) && row.length === (rows[0] as unknown[]).length);

/** Whether a list has one for each seat: its numbers may, its cards do where `[argument]` says `each`. */
const isEach = (name: string, values: unknown[], words: Words, names: string[]): boolean =>
  values.length === names.length && names.length > 1 && (words.argument?.[name] === 'each' || values.every((one) => typeof one === 'number'));

/** A value in words: a player's name, or what `[value]` calls it. */
export function said(name: string, value: unknown, words: Words, names: string[]): string {
  if (words.argument?.[name] === 'seat') return names[value as number] ?? '';
  const known = words.value?.[`${name}.${value}`] ?? words.value?.[`card.${value}`] ?? words.value?.[String(value)];
  return known ?? (typeof value === 'number' ? number(value) : typeof value === 'object' ? JSON.stringify(value) : String(value));
}
