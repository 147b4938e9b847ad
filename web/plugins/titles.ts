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

function draw(face: string, text: string) {
  const file = readFileSync(find(`@fontsource/${face}/files/${face}-latin-400-normal.woff`));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
  const path = font.getPath(text, 0, 0, 100);
  const { x1, y1, x2, y2 } = path.getBoundingBox();
  const box = [x1, y1, x2 - x1, y2 - y1].map((n) => Math.round(n * 10) / 10).join(' ');
  return { path: path.toPathData(1), box };
}
