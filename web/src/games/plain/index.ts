import type { MatchView } from '../../wire';
import type { GameLook, Prompt } from '../table';
import Face from './PlainCard.svelte';
import Table from './Table.svelte';

/** The turn line by the phase, if the game's `[prompt]` has it: `your_PHASE` to a player who may act, `PHASE` to the others. */
function prompt({ table, actors }: MatchView<Record<string, unknown>>, you: number | null): Prompt | null {
  const mine = you !== null && actors.includes(you);
  const turn = actors.filter((actor) => actor !== 'table');
  return { key: `${mine ? 'your_' : ''}${table.phase}`, given: { ...table, turn } };
}

export default { Table, Face, secret: true, prompt } satisfies GameLook;
