import type { TransitionConfig } from 'svelte/transition';
import { span } from '../../lib/preferences.svelte';

const ease = (t: number): number => 1 - (1 - t) ** 3;

/** Where a seat is on the page: its plate. */
export function plateOf(seat: number): Element | null {
  return document.querySelector(`.plate[data-seat="${seat}"]`);
}

function way(from: Element, to: Element): { x: number; y: number } {
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  return { x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 };
}

interface Flight {
  seat: number | null;
  delay?: number;
}

/** A card comes from a seat's plate, or goes to it: the same movement either way. */
export function fly(node: Element, { seat, delay = 0 }: Flight): TransitionConfig {
  const plate = seat === null ? null : plateOf(seat);
  const { x, y } = plate ? way(node, plate) : { x: 0, y: 0 };
  return {
    delay: span(delay),
    duration: span(320),
    easing: ease,
    css: (_, u) => `translate: ${(x * u).toFixed(1)}px ${(y * u).toFixed(1)}px; scale: ${1 - u * 0.5}; opacity: ${1 - u * u}`,
  };
}
