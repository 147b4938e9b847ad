/** Geometry for things drawn by us. Angles are in degrees, clockwise, 0 to the right. */

const at = (cx: number, cy: number, radius: number, angle: number): string => {
  const turn = (angle * Math.PI) / 180;
  return `${round(cx + radius * Math.cos(turn))} ${round(cy + radius * Math.sin(turn))}`;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Every second wedge of a sunburst of `count` wedges between two angles. */
export function rays(cx: number, cy: number, radius: number, count: number, from = 0, to = 360): string {
  const step = (to - from) / count;
  const wedge = (i: number) => `M${cx} ${cy}L${at(cx, cy, radius, from + i * step)}L${at(cx, cy, radius, from + (i + 1) * step)}Z`;
  return Array.from({ length: Math.ceil(count / 2) }, (_, i) => wedge(i * 2)).join('');
}

/** A sector of a ring. */
export function sector(cx: number, cy: number, outer: number, inner: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0;
  const [a, b] = [at(cx, cy, outer, from), at(cx, cy, outer, to)];
  const [c, d] = [at(cx, cy, inner, to), at(cx, cy, inner, from)];
  return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`;
}

export function star(cx: number, cy: number, outer: number, points = 5, inner = outer * 0.4): string {
  const corner = (i: number) => at(cx, cy, i % 2 ? inner : outer, -90 + (i * 180) / points);
  return `M${Array.from({ length: points * 2 }, (_, i) => corner(i)).join('L')}Z`;
}

/** A pine tree in steps, standing on `y`. */
export function pine(x: number, y: number, width: number, height: number): string {
  const half = width / 2;
  const tier = (top: number, bottom: number, wide: number) =>
    `M${round(x)} ${round(y - height * top)}L${round(x + half * wide)} ${round(y - height * bottom)}L${round(x - half * wide)} ${round(y - height * bottom)}Z`;
  const trunk = `M${round(x - width * 0.06)} ${round(y - height * 0.2)}h${round(width * 0.12)}V${round(y)}h${round(-width * 0.12)}Z`;
  return tier(1, 0.66, 0.5) + tier(0.82, 0.4, 0.75) + tier(0.58, 0.14, 1) + trunk;
}

/** The wall of a castle: battlements on top of a band. */
export function battlements(x: number, y: number, width: number, height: number, count: number, depth: number): string {
  const step = width / (count * 2 - 1);
  const tooth = (i: number) => (i % 2 ? `v${depth}h${round(step)}v${-depth}` : `h${round(step)}`);
  return `M${x} ${y}${Array.from({ length: count * 2 - 1 }, (_, i) => tooth(i)).join('')}V${y + height}H${x}Z`;
}
