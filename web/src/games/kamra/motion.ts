import type { TransitionConfig } from 'svelte/transition';
import { span } from '../../lib/preferences.svelte';

const ease = (t: number): number => 1 - (1 - t) ** 3;

/** Where a seat is on the page: its plate. */
export function plateOf(seat: number): Element | null {
  return document.querySelector(`.plate[data-seat="${seat}"]`);
}

// Where cards and plates lie, looked up for all of them at once: a movement that begins would make the browser lay out the
// page anew for the next one to be measured.
const places = new Map<Element, DOMRect>();

/** Where a card or a plate lies; as it was for as long as this change of the table lasts. */
export function placeOf(element: Element): DOMRect {
  if (!places.size) setTimeout(() => places.clear());
  if (!places.has(element))
    for (const each of [element, ...document.querySelectorAll('.plate[data-seat], [data-laid]')])
      if (!places.has(each)) places.set(each, each.getBoundingClientRect());
  return places.get(element)!;
}

/** The way from the middle of one thing to that of another. */
function way(from: Element, to: Element): { x: number; y: number } {
  const [a, b] = [placeOf(from), placeOf(to)];
  return { x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 };
}

interface Flight {
  seat: number | null;
  delay?: number;
  /** Whether it passes under what lies on the table: a card that leaves hides none that comes. */
  under?: boolean;
}

/** A card comes from a seat's plate, or goes to it: the same movement either way. */
export function fly(node: Element, { seat, delay = 0, under = false }: Flight): TransitionConfig {
  const plate = seat === null ? null : plateOf(seat);
  const { x, y } = plate ? way(node, plate) : { x: 0, y: 0 };
  return {
    delay: span(delay),
    duration: span(320),
    easing: ease,
    css: (_, u) => `translate: ${(x * u).toFixed(1)}px ${(y * u).toFixed(1)}px; scale: ${1 - u * 0.5}; opacity: ${1 - u * u}${under ? '; z-index: 0' : ''}`,
  };
}
