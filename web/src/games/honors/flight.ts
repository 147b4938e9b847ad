import { span } from '../../lib/preferences.svelte';

interface Landing {
  /** What the thing is called: a card, a pile. */
  name: string;
  /** Where it comes from if it was not in sight before: the names of other things, or of a seat (`seat-2`). */
  from?: () => string | undefined;
}

const TAKES = 320;

/** Lets cards be seen to move: notes where everything lay before the table changed, and lets what is new come from there. */
export class Flight {
  #lay = new Map<string, DOMRect>();
  #landing: [HTMLElement, DOMRect][] = [];
  #root: HTMLElement | undefined;

  /** Note where everything lies; to be called before the table is drawn anew. */
  note(root: HTMLElement | undefined): void {
    this.#root = root;
    this.#lay.clear();
    for (const each of root?.querySelectorAll<HTMLElement>('[data-fly], [data-seat]') ?? [])
      this.#lay.set(each.dataset.fly ?? `seat-${each.dataset.seat}`, each.getBoundingClientRect());
  }

  /** An action for the element of a thing. */
  land = (node: HTMLElement, { name, from }: Landing): void => {
    node.dataset.fly = name;
    const start = this.#lay.get(name) ?? this.#lay.get(from?.() ?? '');
    if (!start || !span(TAKES) || !this.#root || !node.animate) return;
    if (!this.#landing.length) queueMicrotask(() => this.#take());
    this.#landing.push([node, start]);
  };

  /** Where all of them land is looked up before any of them sets out: each that does makes the browser lay out the page anew. */
  #take(): void {
    const landing = this.#landing.map(([node, start]) => ({ node, start, end: node.getBoundingClientRect() }));
    this.#landing = [];
    for (const { node, start, end } of landing)
      if (end.width && Math.hypot(start.x - end.x, start.y - end.y) > 4) this.#fly(node, start, end, span(TAKES));
  }

  /** A likeness flies over the table, since a hand that scrolls would cut the card off at its edge. */
  #fly(node: HTMLElement, start: DOMRect, end: DOMRect, duration: number): void {
    const likeness = node.cloneNode(true) as HTMLElement;
    delete likeness.dataset.fly;
    likeness.ariaHidden = 'true';
    const { style } = likeness;
    Object.assign(style, { position: 'fixed', zIndex: '60', margin: '0', pointerEvents: 'none', lineHeight: '0' });
    Object.assign(style, { left: `${end.x}px`, top: `${end.y}px`, width: `${end.width}px`, height: `${end.height}px` });
    style.setProperty('--card-width', `${end.width}px`);
    this.#root?.append(likeness);
    node.animate({ opacity: [0, 0] }, duration);
    const [x, y] = [start.x + (start.width - end.width) / 2 - end.x, start.y + (start.height - end.height) / 2 - end.y];
    const path = { transform: [`translate(${x}px, ${y}px) rotate(-4deg)`, 'none'] };
    likeness.animate(path, { duration, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)' }).onfinish = () => likeness.remove();
  }
}
