import type { MatchView } from '../../wire';
import type { GameLook, Prompt } from '../table';
import Face from './KellyCard.svelte';
import Table from './Table.svelte';
import type { KellyTable } from './types';

const WINDOWS = ['rejected', 'kept'];
const OWN: Record<string, string> = { turn: 'your_turn', buy: 'your_buy', disk: 'your_disk', draw: 'your_draw' };

function prompt({ table, actors }: MatchView<KellyTable>, you: number | null): Prompt | null {
  const { phase, turn, buyer, offered } = table;
  const given = { turn, buyer, disk: offered };
  if (phase === 'deal' || phase === 'over') return { key: 'deal' };
  const mine = you !== null && actors.includes(you);
  if (WINDOWS.includes(phase)) return { key: `${mine ? 'your_' : ''}${phase}`, given };
  return { key: mine ? OWN[phase]! : phase, given };
}

export default { Table, Face, prompt } satisfies GameLook;
