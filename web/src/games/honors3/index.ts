import type { MatchView } from '../../wire';
import type { GameLook } from '../table';
import Face from '../honors/HonorsCard.svelte';
import Table from './Table.svelte';
import type { Honors3 } from './types';

export default {
  Table,
  Face,
  secret: true,
  prompt: ({ table, actors }: MatchView<Honors3>, you) => {
    if (table.phase === 'opening')
      return table.opener === you ? { key: 'your_opening' } : { key: 'opening', given: { seat: table.opener } };
    if (table.phase !== 'market') return table.callers.length ? { key: 'called', given: { by: table.callers } } : null;
    if (you === null) return { key: 'market' };
    if (table.handed_in) return { key: 'handed_in' };
    if (table.offers[you]) return { key: 'offered' };
    return actors.includes(you) ? { key: 'your_market' } : { key: 'market' };
  },
  opens: ({ table }: MatchView<Honors3>) => !table.callers.length,
} satisfies GameLook;
