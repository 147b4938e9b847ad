import type { MatchView } from '../../wire';
import type { GameLook } from '../table';
import Face from '../honors/HonorsCard.svelte';
import Table from './Table.svelte';
import type { Honors1 } from './types';

export default {
  Table,
  Face,
  prompt: ({ table }: MatchView<Honors1>, you) => {
    if (table.turn === null) return null;
    return table.turn === you ? { key: 'your_ask' } : { key: 'ask', given: { turn: table.turn } };
  },
  points: (action) => (/^ask /.test(action) ? [`[data-action="book ${action.at(-3)}"]`] : []),
  fades: ['asked', 'gave', 'refused', 'drew', 'fished'], // C-18: who forgets an ask finds it in no log
} satisfies GameLook;
