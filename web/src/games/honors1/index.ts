import type { MatchView } from '../../wire';
import type { GameLook } from '../table';
import Face from '../honors/HonorsCard.svelte';
import Table from './Table.svelte';
import type { Honors1 } from './types';

export default {
  Table,
  Face,
  secret: true,
  prompt: ({ table }: MatchView<Honors1>, you) => {
    if (table.turn === null) return null;
    return table.turn === you ? { key: 'your_ask' } : { key: 'ask', given: { turn: table.turn } };
  },
  points: (action) => (/^ask /.test(action) ? [`[data-action="book ${action.at(-3)}"]`] : []),
} satisfies GameLook;
