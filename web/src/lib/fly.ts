import { span } from './preferences.svelte';

const MOST = 6;
const TAKES = 320;

/** Let counters slide from one place on the table to another. Only a picture: what counts is drawn already. */
export function flyCounters(from: Element | null, to: Element | null, count: number): void {
  const takes = span(TAKES);
  if (!from || !to || !takes || count <= 0 || !('animate' in from)) return;
  const [a, b] = [middle(from), middle(to)];
  for (let i = 0; i < Math.min(count, MOST); i++) slide(a, b, takes, i);
}

function slide(a: Point, b: Point, takes: number, place: number): void {
  const counter = document.createElement('span');
  counter.className = 'flying-counter';
  counter.setAttribute('aria-hidden', 'true');
  document.body.append(counter);
  const way = (point: Point) => `translate(${point.x + place * 3}px, ${point.y - place * 2}px)`;
  const moved = counter.animate([{ transform: way(a) }, { transform: way(b) }], {
    duration: takes - place * 15,
    delay: place * 15,
    easing: 'cubic-bezier(.3,.1,.2,1)',
    fill: 'both',
  });
  moved.onfinish = moved.oncancel = () => counter.remove();
}

interface Point {
  x: number;
  y: number;
}

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2 - 9, y: box.top + box.height / 2 - 9 };
}

/** Where a seat and a pile lie, within a table. */
export const seatAt = (table: Element, seat: unknown): Element | null => table.querySelector(`[data-seat="${seat}"]`);
export const pileAt = (table: Element, name: string): Element | null => table.querySelector(`[data-pile="${name}"]`);
