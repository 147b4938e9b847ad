import type { MatchView } from '../../wire';
import type { GameLook, Prompt } from '../table';
import Face from './PlayingCard.svelte';
import Table from './Table.svelte';
import type { BacaracTable } from './types';

const TURNS = ['buy', 'choose', 'bet', 'lead', 'final-bet'];

/** What can be done now, by name: nobody raises where there is nothing to raise. */
function betting({ poker }: BacaracTable, legal: string[], you: number): Prompt {
  const most = Math.max(0, ...legal.filter((action) => action.startsWith('bet ')).map((action) => Number(action.slice(4))));
  if (!poker?.bet) return most ? { key: 'your_bet', given: { most } } : { key: 'your_check' };
  const raises = legal.some((action) => action.startsWith('raise '));
  return { key: raises ? 'your_answer' : 'your_last_answer', given: { due: poker.bet - (poker.put[you] ?? 0) } };
}

function prompt({ table, actors, legal }: MatchView<BacaracTable>, you: number | null): Prompt | null {
  const { phase, turn, required } = table;
  if (!TURNS.includes(phase)) return legal.length ? { key: 'your_claim' } : { key: phase };
  const mine = you !== null && turn === you && actors.includes(you);
  if (!mine && legal.some((action) => action.startsWith('claim'))) return { key: 'your_claim' };
  if (phase === 'bet' || phase === 'final-bet') return mine ? betting(table, legal, you) : { key: 'bet', given: { turn } };
  return { key: mine ? `your_${phase}` : phase, given: { turn, required } };
}

/** The card that a lead leads: of its suit only the lowest can be played. */
const points = (action: string): string[] => (action.startsWith('lead ') ? [`[data-card$="${action.slice(5)}"].playable`] : []);

export default { Table, Face, secret: true, prompt, points } satisfies GameLook;
