import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const find = createRequire(import.meta.url).resolve;

function outline(face: string, text: string): opentype.Path {
  const weight = face === 'source-serif-4' ? 600 : 400;
  const file = readFileSync(find(`@fontsource/${face}/files/${face}-latin-${weight}-normal.woff`));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer);
  return font.getPath(text, 0, 0, 100);
}

/** The outline of a text, step by step. */
export const commandsOf = (face: string, text: string): opentype.PathCommand[] => outline(face, text).commands;

/** A text in a face (the name of its package) as an outline, and the box around it. */
export function draw(face: string, text: string): { path: string; box: string } {
  const path = outline(face, text);
  const { x1, y1, x2, y2 } = path.getBoundingBox();
  return { path: trace(path.commands), box: [x1, y1, x2 - x1, y2 - y1].map(round).join(' ') };
}

const round = (n: number) => Math.round(n * 10) / 10 || 0;

/**
 * An outline as text, each step counted from the one before: that is shorter. (The library's own text of a path has numbers that
 * are none where they are next to nothing.)
 */
function trace(commands: opentype.PathCommand[]): string {
  let [x, y, startX, startY, text, last] = [0, 0, 0, 0, '', ''];
  for (const each of commands) {
    if (each.type === 'Z') {
      [x, y, text, last] = [startX, startY, `${text}z`, 'z'];
      continue;
    }
    const numbers = pointsOf(each).flatMap(([px, py]) => [round(px - x), round(py - y)]);
    const letter = each.type.toLowerCase();
    if (letter === 'l' && numbers.every((n) => n === 0)) continue;
    text += join(numbers, letter === last && letter !== 'm' ? ' ' : letter);
    [x, y, last] = [round(x + numbers.at(-2)!), round(y + numbers.at(-1)!), letter];
    if (each.type === 'M') [startX, startY] = [x, y];
  }
  return text;
}

type Step = Exclude<opentype.PathCommand, { type: 'Z' }>;

function pointsOf(each: Step): [number, number][] {
  const end: [number, number] = [each.x, each.y];
  if (each.type === 'Q') return [[each.x1, each.y1], end];
  return each.type === 'C' ? [[each.x1, each.y1], [each.x2, each.y2], end] : [end];
}

/** Numbers one after another; a minus parts them as well as a space does, and nothing need stand before a point. */
function join(numbers: number[], before: string): string {
  const short = (n: number) => String(n).replace(/^(-?)0\./, '$1.');
  return numbers.reduce((text, n) => text + (/[\d.]$/.test(text) && n >= 0 ? ' ' : '') + short(n), before.trim() || (numbers[0]! < 0 ? '' : ' '));
}
