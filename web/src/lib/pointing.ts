/**
 * Where on the table an action shows: on the button that does it, on those that begin it (`ask 2` of `ask 2 H-4`), and
 * on the cards that it names.
 */
export function pointsOf(action: string): string[] {
  const words = action.split(' ');
  const begun = words.map((_, i) => words.slice(0, i + 1).join(' '));
  return [...begun.map((text) => `[data-action=${quoted(text)}]`), ...words.slice(1).map((word) => `[data-card=${quoted(word)}]`)];
}

const quoted = (text: string): string => JSON.stringify(text);

/** Seen on paper and baize, by day and by lamp: light within dark. */
const RING = 'outline: 3px solid #ffd34d !important; outline-offset: 0; box-shadow: 0 0 0 5px #1b120c, 0 0 12px 7px #ffd34d99 !important;';
const CARD = '[data-card';

/** Ring what an action shows on, whatever is drawn anew there, until the answer is called. */
export function pointAt(places: string[]): () => void {
  const sheet = new CSSStyleSheet();
  const within = (all: string[]) => `:where([data-table]) :is(${all.join(',')})`;
  const cards = places.filter((place) => place.startsWith(CARD));
  const ringed = places.flatMap((place) => (place.startsWith(CARD) ? [`${place}:not(:has(.card))`, `${place} .card`] : place));
  sheet.replaceSync(`${within(ringed)} { ${RING} }` + (cards.length ? `${within(cards)} { position: relative; z-index: 3; }` : ''));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
