/**
 * QR codes (ISO/IEC 18004) for links: bytes at the lowest level of correction, versions 1 to 9. A code on a screen has
 * no scratches, and the fewer squares it has the further away it can be read.
 */
const CODEWORDS = [19, 34, 55, 80, 108, 136, 156, 194, 232]; // of data, by version
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30]; // of each block
const ONE_BLOCK = 5; // the last version that has only one; the others have two
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const WITH_VERSION = 7; // from this one on the version is written out
const HEAD = 2; // bytes that the mode, the length and the end take

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of a code, true where it is dark; null if the text is too long. Without a mask it takes the calmest one. */
export function qr(text: string, mask?: number): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CODEWORDS.findIndex((room) => bytes.length + HEAD <= room) + 1;
  if (!version) return null;
  const bits = corrected(written(bytes, CODEWORDS[version - 1]!), version).flatMap((byte) => bitsOf(byte, 8));
  const masks = mask === undefined ? MASKS.keys() : [mask];
  const drawn = [...masks].map((each) => draw(version, bits, each));
  return drawn.reduce((best, each) => (unrest(each) < unrest(best) ? each : best));
}

/** The code as the path of an SVG, a unit a square. */
export const qrPath = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

const bitsOf = (value: number, count: number): number[] => Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);

function written(bytes: number[], room: number): number[] {
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: halves.length / 2 }, (_, i) => (halves[2 * i]! << 4) | halves[2 * i + 1]!);
  return [...data, ...Array.from({ length: room - data.length }, (_, i) => (i % 2 ? 0x11 : 0xec))];
}

/** The data with what corrects it, block by block, then all blocks in turn. */
function corrected(data: number[], version: number): number[] {
  const size = version > ONE_BLOCK ? data.length / 2 : data.length;
  const blocks = Array.from({ length: data.length / size }, (_, i) => data.slice(i * size, (i + 1) * size));
  const codes = blocks.map((block) => remainder(block, CORRECTION[version - 1]!));
  const inTurn = (lists: number[][]) => lists[0]!.flatMap((_, i) => lists.map((each) => each[i]!));
  return [...inTurn(blocks), ...inTurn(codes)];
}

function remainder(block: number[], degree: number): number[] {
  const generator = Array.from({ length: degree }, (_, i) => i).reduce<number[]>(
    (product, power) => {
      const root = Array.from({ length: power }).reduce<number>((value) => times(value, 2), 1);
      return [...product, 0].map((each, i) => each ^ times(i ? product[i - 1]! : 0, root));
    },
    [1],
  );
  return block.reduce<number[]>((rest, byte) => {
    const factor = byte ^ rest[0]!;
    return [...rest.slice(1), 0].map((each, i) => each ^ times(generator[i + 1]!, factor));
  }, Array<number>(degree).fill(0));
}

/** The product in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

type Grid = (boolean | undefined)[][];

function draw(version: number, bits: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  drawMarks(version, size, set);
  drawFormat(version, size, mask, set);
  let next = 0;
  for (const [x, y] of way(size))
    if (grid[y]![x] === undefined) grid[y]![x] = (bits[next++] ?? 0) === 1 !== MASKS[mask]!(x, y);
  return grid as boolean[][];
}

type Put = (x: number, y: number, dark: boolean) => void;

function drawMarks(version: number, size: number, set: Put): void {
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const rings = (x: number, y: number, most: number) => {
    for (let dy = -most; dy <= most; dy++)
      for (let dx = -most; dx <= most; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, most === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  };
  const at = ALIGNED[version - 1]!;
  const last = at.at(-1);
  for (const y of at) for (const x of at) if (!((x === 6 && (y === 6 || y === last)) || (y === 6 && x === last))) rings(x, y, 2);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4);
}

function drawFormat(version: number, size: number, mask: number, set: Put): void {
  const level = (1 << 3) | mask;
  const format = ((level << 10) | rest(level << 10, 0x537, 10)) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    set(i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, 8, dark);
  }
  set(8, size - 8, true);
  if (version < WITH_VERSION) return;
  const told = (version << 12) | rest(version << 12, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
    set(near, far, ((told >> i) & 1) === 1);
    set(far, near, ((told >> i) & 1) === 1);
  }
}

function rest(value: number, divisor: number, degree: number): number {
  for (let left = value; ; left ^= divisor << (31 - Math.clz32(left) - degree)) if (left < 1 << degree) return left;
}

/** All squares in the order in which they are written: up and down in pairs of columns, from the right. */
function* way(size: number): Generator<[number, number]> {
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) yield [x, up ? size - 1 - i : i];
  }
}

/** How much there is in it that confuses a reader: long runs, and squares of one colour. */
function unrest(rows: boolean[][]): number {
  let sum = 0;
  for (const lines of [rows, rows.map((_, x) => rows.map((row) => row[x]!))])
    for (const line of lines) {
      const runs = line.map((each) => (each ? '1' : '0')).join('').match(/0{5,}|1{5,}/g) ?? [];
      sum += runs.reduce((all, run) => all + run.length - 2, 0);
    }
  rows.slice(1).forEach((row, y) =>
    row.slice(1).forEach((dark, x) => {
      if (dark === row[x] && dark === rows[y]![x] && dark === rows[y]![x + 1]) sum += 3;
    }),
  );
  return sum;
}
