import type { GameLook, Prompt } from '../table';
import { suitOf, SUITS } from './cards';
import Face from './Face.svelte';
import Table from './Table.svelte';
import type { KamraMatch } from './types';

/** The turn line: what is to be done, and by whom. */
function prompt({ table, actors, legal }: KamraMatch, you: number | null): Prompt | null {
  const { phase, turn, reel } = table;
  const led = reel[0];
  if (phase === 'seek') return { key: 'seek' };
  if (phase === 'deal') return { key: 'deal' };
  if (phase === 'claims') return { key: you !== null && actors.includes(you) ? 'claims' : 'claims_wait' };
  if (phase === 'bid') return turn === you ? { key: 'your_bid' } : { key: 'bids', given: { turn } };
  if (phase !== 'play') return null;
  if (turn !== you) return { key: legal.length ? 'may_call' : led ? 'plays' : 'leads', given: { turn } };
  return led ? { key: `follow_${SUITS[suitOf(led.card)].name}` } : { key: 'your_lead' };
}

export default { Table, Face, secret: true, prompt } satisfies GameLook;
