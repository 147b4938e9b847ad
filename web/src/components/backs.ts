/** Card backs as line drawings in a field of 46 by 70: `line` is drawn, `solid` filled. Each box gives them its colours. */
interface Back {
  line: string;
  solid: string;
}

export const WIDTH = 46;
export const HEIGHT = 70;
const [MIDDLE, CENTRE] = [WIDTH / 2, HEIGHT / 2];

const at = (x: number, y: number): string => `${+x.toFixed(1)} ${+y.toFixed(1)}`;
const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
const diamond = (x: number, y: number, r: number): string => `M${at(x, y - r)}L${at(x + r, y)}L${at(x, y + r)}L${at(x - r, y)}Z`;
const disc = (x: number, y: number, r: number): string => `M${at(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Crossed lines with a small diamond in every mesh. */
function lattice(): Back {
  const step = 11.5;
  const lines = range(-HEIGHT, WIDTH, step).map((x) => `M${at(x, 0)}L${at(x + HEIGHT, HEIGHT)}M${at(x + HEIGHT, 0)}L${at(x, HEIGHT)}`);
  const meshes = range(0, HEIGHT + step, step / 2).flatMap((y, row) =>
    range(row % 2 ? 0 : -step / 2, WIDTH + step, step).map((x) => diamond(x + 3.75, y, 1.6)),
  );
  return { line: lines.join(''), solid: meshes.join('') };
}

/** Rays out of a rising sun, mirrored top and bottom as cards are. */
function sunburst(): Back {
  const rays = range(0, 345, 15).map((turn) => {
    const edge = (degrees: number): string => {
      const r = (degrees * Math.PI) / 180;
      return at(MIDDLE + 60 * Math.cos(r), CENTRE + 60 * Math.sin(r));
    };
    return `M${at(MIDDLE, CENTRE)}L${edge(turn - 3)}L${edge(turn + 3)}Z`;
  });
  const rings = [10, 13].map((r) => disc(MIDDLE, CENTRE, r)).join('');
  return { line: rings, solid: rays.join('') };
}

/** Sprigs of leaves climbing in two columns. */
function leaves(): Back {
  const leaf = (x: number, y: number, side: number): string =>
    `M${at(x, y)}q${at(side * 1.5, -5.5)} ${at(side * 8, -5.5)}q${at(-side * 1, 5.5)} ${at(-side * 8, 5.5)}Z`;
  const stems = [WIDTH / 4, (3 * WIDTH) / 4];
  const sprigs = stems.flatMap((x, column) =>
    range(4 + column * 4, HEIGHT + 8, 8).flatMap((y) => [leaf(x, y, 1), leaf(x, y + 4, -1)]),
  );
  return { line: stems.map((x) => `M${at(x, 0)}V${HEIGHT}`).join(''), solid: sprigs.join('') };
}

/** Two lengths of film, with their holes and frames. */
function perforations(): Back {
  const hole = (x: number, y: number): string => `M${at(x, y)}h2.6v3h-2.6Z`;
  const columns = [2, WIDTH / 2 + 1];
  const wide = WIDTH / 2 - 3;
  const holes = columns.flatMap((x) => range(1.5, HEIGHT, 5.7).flatMap((y) => [hole(x + 0.8, y), hole(x + wide - 3.4, y)]));
  const frames = columns.flatMap((x) => range(2, 54, 17.1).map((y) => `M${at(x + 5, y)}h${wide - 10}v14.6h${-(wide - 10)}Z`));
  const edges = columns.map((x) => `M${at(x, -2)}V${HEIGHT + 2}M${at(x + wide, -2)}V${HEIGHT + 2}`);
  const suns = columns.flatMap((x) => range(2, 54, 17.1).map((y) => diamond(x + wide / 2, y + 7.3, 2.4)));
  return { line: [...frames, ...edges].join(''), solid: [...holes, ...suns].join('') };
}

export const BACKS = { lattice: lattice(), sunburst: sunburst(), leaves: leaves(), perforations: perforations() } as const;
