import { crc32, deflateSync } from 'node:zlib';
import { commandsOf } from './outlines.ts';

/** A shape of one colour: closed rings of points, filled where an odd number of them lie around. */
interface Shape {
  fill: [red: number, green: number, blue: number];
  rings: Point[][];
}
type Point = [x: number, y: number];

const SIZE = 512;
const OXBLOOD: Shape['fill'] = [109, 26, 31];
const MUSTARD: Shape['fill'] = [227, 178, 60];
const CREAM: Shape['fill'] = [246, 236, 214];

/** The icon: a sunburst on oxblood, and the P of the wordmark. `inset` leaves room for what launchers cut off. */
export function icon(inset: number): Shape[] {
  const whole: Point[] = [[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]];
  const middle = SIZE / 2;
  const turn = (i: number, radius: number): Point => [
    middle + radius * Math.cos((i * Math.PI) / 16),
    middle + radius * Math.sin((i * Math.PI) / 16),
  ];
  const rays = Array.from({ length: 16 }, (_, i) => [[middle, middle] as Point, turn(i * 2, SIZE), turn(i * 2 + 1, SIZE)]);
  const disk = (radius: number) => [Array.from({ length: 96 }, (_, i) => turn(i / 3, radius))];
  const radius = 190 - inset;
  return [
    { fill: OXBLOOD, rings: [whole] },
    { fill: MUSTARD, rings: rays },
    { fill: CREAM, rings: disk(radius + 12) },
    { fill: OXBLOOD, rings: disk(radius) },
    { fill: CREAM, rings: letter('P', middle, radius * 1.15) },
  ];
}

/** A letter of the wordmark's face as rings, of some height, around the middle. */
function letter(text: string, middle: number, height: number): Point[][] {
  const rings: Point[][] = [];
  for (const each of commandsOf('limelight', text)) {
    if (each.type === 'M') rings.push([[each.x, each.y]]);
    else if (each.type !== 'Z') rings.at(-1)!.push(...bend(rings.at(-1)!.at(-1)!, each));
  }
  const all = rings.flat();
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))];
  const [wide, high] = [Math.max(...all.map(([x]) => x)) - left, Math.max(...all.map(([, y]) => y)) - top];
  const scale = height / high;
  return rings.map((ring) => ring.map(([x, y]): Point => [middle + (x - left - wide / 2) * scale, middle + (y - top - high / 2) * scale]));
}

type Command = ReturnType<typeof commandsOf>[number];

/** A curve as a few straight steps. */
function bend([x0, y0]: Point, each: Exclude<Command, { type: 'Z' }>): Point[] {
  if (each.type === 'M' || each.type === 'L') return [[each.x, each.y]];
  const [x1, y1] = [each.x1, each.y1];
  const [x2, y2] = each.type === 'C' ? [each.x2, each.y2] : [each.x, each.y];
  return Array.from({ length: 12 }, (_, i): Point => {
    const t = (i + 1) / 12;
    const u = 1 - t;
    if (each.type === 'Q') return [u * u * x0 + 2 * u * t * x1 + t * t * each.x, u * u * y0 + 2 * u * t * y1 + t * t * each.y];
    const mix = (a: number, b: number, c: number, d: number) => u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    return [mix(x0, x1, x2, each.x), mix(y0, y1, y2, each.y)];
  });
}

export function toSvg(shapes: Shape[]): string {
  const ring = (points: Point[]) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
  const path = ({ fill, rings }: Shape) => `<path fill="rgb(${fill})" fill-rule="evenodd" d="${rings.map(ring).join('')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${shapes.map(path).join('')}</svg>`;
}

const FINE = 4; // lines that are looked at for each row of pixels

/** The shapes as a PNG of so many pixels. */
export function toPng(shapes: Shape[], pixels: number): Uint8Array {
  const rows = Buffer.alloc(pixels * (pixels * 3 + 1));
  for (let y = 0; y < pixels; y++) {
    const row = rows.subarray(y * (pixels * 3 + 1) + 1);
    for (const { fill, rings } of shapes) {
      const covered = cover(rings, y, pixels);
      for (let x = 0; x < pixels; x++)
        for (let part = 0; part < 3; part++) {
          const at = x * 3 + part;
          row[at] = Math.round(row[at]! + (fill[part]! - row[at]!) * Math.min(1, covered[x]!));
        }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 2, 0, 0, 0], 8); // eight bits of each of three colours
  const sign = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** How much of each pixel of a row is covered. */
function cover(rings: Point[][], row: number, pixels: number): Float32Array {
  const covered = new Float32Array(pixels);
  const scale = pixels / SIZE;
  for (let fine = 0; fine < FINE; fine++) {
    const line = (row + (fine + 0.5) / FINE) / scale;
    const cuts = rings.flatMap((ring) => crossings(ring, line)).sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) span(covered, cuts[i]! * scale, cuts[i + 1]! * scale);
  }
  return covered;
}

function crossings(ring: Point[], line: number): number[] {
  return ring.flatMap(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return y <= line === nextY <= line ? [] : [x + ((line - y) / (nextY - y)) * (nextX - x)];
  });
}

function span(covered: Float32Array, from: number, to: number): void {
  const [start, end] = [Math.max(0, from), Math.min(covered.length, to)];
  for (let x = Math.floor(start); x < end; x++) covered[x]! += Math.max(0, Math.min(end, x + 1) - Math.max(start, x)) / FINE;
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
