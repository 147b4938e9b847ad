import type { Choice } from '../../components/ActionBar.svelte';
import type { MatchView } from '../../wire';
import { cornerSum } from '../honors/books';
import { takenWith } from './row';
import type { Honors2 } from './types';

type Say = (key: string, given?: Record<string, unknown>) => string;

/** The buttons: what the server offers, sorted by what is picked out and pointed at. */
export function choices(match: MatchView<Honors2>, you: number, picked: string[], deep: string | null, say: Say): Choice[] {
  const { table, legal } = match;
  if (table.phase === 'claim') return claims(match, you, say);
  if (table.phase === 'give') return table.claimant === you ? gifts(picked, say) : [];
  if (table.turn !== you) return [];
  return table.phase === 'draw' ? draws(table, legal, deep, say) : plays(legal, picked, say);
}

function claims({ table, actors }: MatchView<Honors2>, you: number, say: Say): Choice[] {
  if (!actors.includes(you)) return [];
  return [
    { action: 'claim', label: say('claim', { card: table.row.at(-1) ?? '' }), primary: true },
    { action: 'silent', label: say('silent') },
  ];
}

const gifts = (picked: string[], say: Say): Choice[] =>
  picked.length === 1 ? [{ action: `give ${picked[0]}`, label: say('give', { card: picked[0] }), primary: true }] : [];

function draws(table: Honors2, legal: string[], deep: string | null, say: Say): Choice[] {
  const cards = takenWith(table.row, deep);
  const made: Choice[] = [];
  if (cards.length) {
    const key = cards.length === 1 ? 'take_top' : 'take_deep';
    made.push({ action: `take ${cards.length}`, label: say(key, { count: cards.length, card: deep }), primary: true });
  }
  if (legal.includes('stock')) made.push({ action: 'stock', label: say('draw'), primary: !cards.length });
  if (legal.includes('decline')) made.push({ action: 'decline', label: say('decline') });
  return made;
}

/** With cards picked out what can be done with them, else everything that can be laid. */
function plays(legal: string[], picked: string[], say: Say): Choice[] {
  const lay = (action: string): Choice => {
    const cards = action.split(' ').slice(1);
    const key = action.startsWith('fourth') ? 'fourth' : 'lay';
    return { action, label: say(key, { cards, points: cornerSum(cards) }), primary: true };
  };
  const layable = legal.filter((action) => /^(lay|fourth) /.test(action));
  if (!picked.length) return layable.map((action) => ({ ...lay(action), primary: false }));
  const exactly = layable.filter((action) => same(action.split(' ').slice(1), picked));
  if (picked.length > 1) return exactly.length ? exactly.map(lay) : [{ action: `lay ${picked.join(' ')}`, label: say('no_book', { cards: picked }) }];
  const discard = { action: `discard ${picked[0]}`, label: say('discard', { card: picked[0] }), primary: !exactly.length };
  return [...exactly.map(lay), discard];
}

const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((each) => b.includes(each));
