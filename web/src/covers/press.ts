import { render } from 'svelte/server';
import Lid, { HEIGHTS } from './Lid.svelte';

/** All lids as the texts of their pictures. */
export const press = (): Record<string, { text: string; height: number }> =>
  Object.fromEntries(Object.entries(HEIGHTS).map(([game, height]) => [game, { text: print(game), height }]));

/** Without what Svelte would need to go on with it in a page. */
const print = (game: string): string => render(Lid, { props: { game } }).body.replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
