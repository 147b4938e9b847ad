/** The props of the Company, each in a box of 36 by 36: `solid` in the suit's ink, `cut` lines as in a woodcut, `shine` in gold. */
interface Prop {
  solid: string;
  cut?: string;
  shine?: string;
}

const leaf = (x: number, y: number, turn: number): string => {
  const at = (dx: number, dy: number): string => {
    const r = (turn * Math.PI) / 180;
    const px = x + dx * Math.cos(r) - dy * Math.sin(r);
    const py = y + dx * Math.sin(r) + dy * Math.cos(r);
    return `${px.toFixed(1)} ${py.toFixed(1)}`;
  };
  return `M${at(0, 0)}Q${at(-3.4, -4.2)} ${at(0, -9)}Q${at(3.4, -4.2)} ${at(0, 0)}Z`;
};

/** Leaves along both branches of a wreath that is open at the top. */
function wreath(): string {
  const leaves: string[] = [];
  for (let i = 0; i < 6; i++) {
    const r = ((100 + i * 27) * Math.PI) / 180;
    const [x, y] = [18 + 11.5 * Math.cos(r), 18.5 + 12 * Math.sin(r)];
    const turn = 100 + i * 27 + 180;
    leaves.push(leaf(x, y, turn - 38), leaf(x, y, turn + 38));
    leaves.push(leaf(36 - x, y, -(turn - 38)), leaf(36 - x, y, -(turn + 38)));
  }
  return leaves.join('');
}

const star = (outer: number, inner: number, cx = 18, cy = 18.5): [number, number][] =>
  Array.from({ length: 10 }, (_, i) => {
    const r = (-90 + i * 36) * (Math.PI / 180);
    const reach = i % 2 ? inner : outer;
    return [cx + reach * Math.cos(r), cy + reach * Math.sin(r)];
  });

const line = (points: [number, number][]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** The dark halves of the points of a faceted star. */
const facets = (outer: number, inner: number): string => {
  const points = star(outer, inner);
  return points
    .flatMap((point, i) => (i % 2 ? [] : [line([point, points[(i + 1) % 10]!, [18, 18.5]])]))
    .join('');
};

export const PROPS: Record<'P' | 'A' | 'D' | 'S' | 'H', Prop> = {
  // A money bag: tied neck, full belly.
  P: {
    solid:
      'M12.2 3.5c1.6 1.3 2.7-.6 5.8-.6s4.2 1.9 5.8.6c1.3 1.7-.6 3.9-2.2 6h-7.2c-1.6-2.1-3.5-4.3-2.2-6ZM14 12h8c5.5 3.6 9.5 9.3 9.5 14.2 0 5-4.5 7-13.5 7s-13.5-2-13.5-7C4.5 21.3 8.5 15.6 14 12Z',
    cut: 'M10 18.5c-1.5 2-2.4 4-2.5 6.2',
    shine: 'M12.8 10.6h10.4',
  },
  // A quill over its pot of ink.
  A: {
    solid:
      'M33 2.5C22 3 14.5 8.5 12.5 19l-2.8 6.5 1.7.8 2.7-5.3C24 20.5 31.5 13.5 33 2.5ZM3.5 26.5h11v2.2c1.5.6 2 1.5 2 2.8v2.3h-15v-2.3c0-1.3.5-2.2 2-2.8Z',
    cut: 'M28.5 7.5C22 10.5 17 15 14 20M22.5 10.8l-.2-4.3M19 14l-1.5-3.8M25.5 9.2l4.5.3M21.5 12.8l5.5 1.7',
    shine: 'M2 33.8h14',
  },
  // A director's megaphone.
  D: {
    solid:
      'M2.5 15.5l3.5-1.6v9.2l-3.5-1.6ZM7.5 13.3 27.5 4v29L7.5 23.7ZM29.3 2.5c2.6 0 4.7 7.2 4.7 16s-2.1 16-4.7 16Z',
    cut: 'M12.5 12.8v11.4M22.5 8.2v20.6',
    shine: 'M10.5 25.5c.5 4 2.5 6.5 5.5 6.5 2.3 0 3.7-1.3 4-3',
  },
  // A star with facets, in its own light.
  S: { solid: facets(15.5, 6.3), shine: line(star(15.5, 6.3)) },
  // A hero's laurel.
  H: { solid: wreath(), cut: '', shine: 'M18 30.5C10 30.5 6.5 24 6.5 18.5c0-4 1.5-7.5 4-10M18 30.5c8 0 11.5-6.5 11.5-12 0-4-1.5-7.5-4-10' },
};
