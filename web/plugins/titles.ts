import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import type { Plugin } from 'vite';

const ID = 'virtual:titles';
const find = createRequire(import.meta.url).resolve;

/** What stands on each box, and in which face (the package's name). */
const TITLES: Record<string, [face: string, text: string]> = {
  kamra: ['limelight', 'KAM-RA!'],
  cam: ['alfa-slab-one', 'CAM'],
  kardkelly: ['league-gothic', 'KARD KELLY'],
  honors: ['rye', 'Honors'],
  honors1: ['rye', 'No. I'],
  honors2: ['rye', 'No. II'],
  honors3: ['rye', 'No. III'],
  honors4: ['rye', 'No. IV'],
  bacarac: ['bowlby-one', 'BACARAC'],
  parlour: ['limelight', 'Parlour'],
};

/** The titles of the boxes as outlines: the lobby shows five display faces without loading one. */
export function titles(): Plugin {
  return {
    name: 'titles',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(drawAll())}` : null),
  };
}

function drawAll() {
  return Object.fromEntries(Object.entries(TITLES).map(([name, [face, text]]) => [name, draw(face, text)]));
}

function outline(face: string, text: string): opentype.Path {
  const file = readFileSync(find(`@fontsource/${face}/files/${face}-latin-400-normal.woff`));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
  return font.getPath(text, 0, 0, 100);
}

/** The outline of a text, step by step. */
export const commandsOf = (face: string, text: string): opentype.PathCommand[] => outline(face, text).commands;

function draw(face: string, text: string) {
  const path = outline(face, text);
  const { x1, y1, x2, y2 } = path.getBoundingBox();
  return { path: path.commands.map(step).join(''), box: [x1, y1, x2 - x1, y2 - y1].map(round).join(' ') };
}

const round = (n: number) => Math.round(n * 10) / 10 || 0;

/** One step of an outline. The library's own text of a path has numbers that are none where they are next to nothing. */
function step(each: opentype.PathCommand): string {
  const at = (...numbers: number[]) => each.type + numbers.map(round).join(' ');
  if (each.type === 'Z') return 'Z';
  if (each.type === 'Q') return at(each.x1, each.y1, each.x, each.y);
  if (each.type === 'C') return at(each.x1, each.y1, each.x2, each.y2, each.x, each.y);
  return at(each.x, each.y);
}
