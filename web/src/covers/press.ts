import type { Component } from 'svelte';
import { render } from 'svelte/server';
import Lid from './Lid.svelte';

/** A game's own lid: `games/NAME/Cover.svelte` draws it, 300 wide and so high. */
interface Drawing {
  default: Component;
  height: number;
}
const drawings = import.meta.glob<Drawing>('../games/*/Cover.svelte', { eager: true });

/** All lids as the texts of their pictures. */
export const press = (): Record<string, { text: string; height: number }> =>
  Object.fromEntries(Object.entries(drawings).map(([path, drawing]) => [path.split('/')[2]!, { text: print(drawing), height: drawing.height }]));

/** Without what Svelte would need to go on with it in a page. */
const print = ({ default: Cover, height }: Drawing): string =>
  render(Lid, { props: { Cover, height } }).body.replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
