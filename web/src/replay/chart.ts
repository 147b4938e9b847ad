import type { Judgement, Review } from '../wire';

/** How seats differ in a chart: by colour and by dashes. */
export const DASHES = ['', '7 3', '2 3', '8 3 2 3', '1 2', '12 4'];

export interface Scale {
  x: (move: number) => number;
  y: (value: number) => number;
  move: (x: number) => number;
  ticks: number[];
}

export function scaleOf(review: Review, width: number, height: number): Scale {
  const values = review.course.flat().map((point) => point.value);
  const top = Math.max(1, ...values.map(Math.abs));
  const most = Math.max(1, review.moves);
  const step = niceStep(top);
  const ticks: number[] = [];
  for (let tick = -Math.floor(top / step) * step; tick <= top; tick += step) ticks.push(tick);
  return {
    x: (move) => (move / most) * width,
    y: (value) => height / 2 - (value / (top * 1.08)) * (height / 2),
    move: (x) => Math.round((x / width) * most),
    ticks,
  };
}

function niceStep(top: number): number {
  const rough = top / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
}

export const mistakes = (review: Review): Judgement[] =>
  review.judgements.filter((each) => each.mistake > 0).sort((a, b) => b.mistake - a.mistake);

const FEW_POINTS = 5;

/** A value to as many digits as are worth telling: hundredths where there are few points to win. */
export function roundedIn(review: Review): (value: number) => number {
  const many = review.course.flat().some(({ value }) => Math.abs(value) >= FEW_POINTS);
  const unit = many ? 10 : 100;
  return (value) => Math.round(value * unit) / unit;
}

/** Names at the ends of lines, moved apart where they would overlap. */
export function apart(places: number[], least: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  const moved = [...places];
  let before = -Infinity;
  for (const i of order) {
    moved[i] = Math.max(places[i]!, before + least);
    before = moved[i]!;
  }
  return moved;
}
