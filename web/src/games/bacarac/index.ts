import type { MatchView } from '../../wire';
import type { GameLook, Prompt } from '../table';
import Face from './PlayingCard.svelte';
import Table from './Table.svelte';
import type { BacaracTable } from './types';

const TURNS = ['buy', 'choose', 'bet', 'lead', 'final-bet'];

function prompt({ table, actors, legal }: MatchView<BacaracTable>, you: number | null): Prompt | null {
  const { phase, turn, required } = table;
  if (!TURNS.includes(phase)) return legal.length ? { key: 'your_claim' } : { key: phase };
  const mine = you !== null && turn === you && actors.includes(you);
  if (!mine && legal.some((action) => action.startsWith('claim'))) return { key: 'your_claim' };
  const key = phase === 'final-bet' ? 'bet' : phase;
  return { key: mine ? `your_${key}` : key, given: { turn, required } };
}

export default { Table, Face, prompt } satisfies GameLook;
