import { span } from '../../lib/preferences.svelte';

interface Landing {
  /** What the thing is called: a card, a pile. */
  name: string;
  /** Where it comes from if it was not in sight before: the names of other things, or of a seat (`seat-2`). */
  from?: () => string | undefined;
}

/** Lets cards be seen to move: notes where everything lay before the table changed, and lets what is new come from there. */
export class Flight {
  #lay = new Map<string, DOMRect>();

  /** Note where everything lies; to be called before the table is drawn anew. */
  note(root: HTMLElement | undefined): void {
    this.#lay.clear();
    for (const each of root?.querySelectorAll<HTMLElement>('[data-fly], [data-seat]') ?? [])
      this.#lay.set(each.dataset.fly ?? `seat-${each.dataset.seat}`, each.getBoundingClientRect());
  }

  /** An action for the element of a thing. */
  land = (node: HTMLElement, { name, from }: Landing): void => {
    node.dataset.fly = name;
    const start = this.#lay.get(name) ?? this.#lay.get(from?.() ?? '');
    const duration = span(320);
    if (!start || !duration || !node.animate) return;
    const end = node.getBoundingClientRect();
    if (!end.width || (Math.abs(start.x - end.x) < 4 && Math.abs(start.y - end.y) < 4)) return;
    const move = [start.x + start.width / 2 - end.x - end.width / 2, start.y + start.height / 2 - end.y - end.height / 2];
    node.animate(
      [{ transform: `translate(${move[0]}px, ${move[1]}px) rotate(-4deg)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
      { duration, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)' },
    );
  };
}
