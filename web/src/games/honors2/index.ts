import type { MatchView } from '../../wire';
import type { GameLook } from '../table';
import Face from '../honors/HonorsCard.svelte';
import Table from './Table.svelte';
import type { Honors2 } from './types';

export default {
  Table,
  Face,
  secret: true,
  prompt: ({ table, actors }: MatchView<Honors2>, you) => {
    const { phase, turn } = table;
    const card = table.row.at(-1) ?? '';
    if (phase === 'claim') return { key: you !== null && actors.includes(you) ? 'your_claim' : 'claim', given: { card } };
    if (phase === 'give') {
      const given = { seat: table.claimant, other: turn };
      return { key: table.claimant === you ? 'your_give' : 'give', given };
    }
    if (turn === null) return null;
    return turn === you ? { key: `your_${phase}` } : { key: phase, given: { turn } };
  },
  // A card of the row is taken with all that lie above it.
  points: (action) => Array.from({ length: Number(/^take (\d+)/.exec(action)?.[1] ?? 0) }, (_, i) => `[data-action="row ${i + 1}"]`),
} satisfies GameLook;
