import type { MatchView } from '../../wire';
import type { GameLook } from '../table';
import Face from '../honors/HonorsCard.svelte';
import Table from './Table.svelte';
import type { Honors4 } from './types';

export default {
  Table,
  Face,
  secret: true,
  prompt: ({ table }: MatchView<Honors4>, you) => {
    if (table.turn === null) return null;
    const what = table.phase === 'throw' ? 'throw' : table.exposed ? 'draw' : 'open';
    return table.turn === you ? { key: `your_${what}` } : { key: what, given: { turn: table.turn } };
  },
} satisfies GameLook;
