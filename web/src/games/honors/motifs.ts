import type { Book } from './books';

/**
 * How a piece of a block is printed: `ink` and `second` are inked areas in the two inks of the sheet, `line` and
 * `thread` strokes in them, `rope` and `cord` thick strokes that lie over what they cross, `cut` what the gouge took away.
 */
export type Way = 'ink' | 'second' | 'line' | 'thread' | 'rope' | 'cord' | 'cut';

/** A woodcut in a square of 48: its pieces in the order in which they are printed. */
export interface Motif {
  /** The second ink. */
  second: 'ember' | 'pine';
  pieces: [Way, string][];
}

const LEAF =
  'M24 2C28 4 30 8 28.5 11C33 8.5 38 11 37 15.500C36.5 17.5 35 19 33 20C38 18.5 43 22 41 27C40 29.5 37 31 33.5 30.5' +
  'C37 32.5 37 38 32.5 39C29 39.5 26 38.5 24 41C22 38.5 19 39.5 15.5 39C11 38 11 32.5 14.5 30.500C11 31 8 29.5 7 27' +
  'C5 22 10 18.5 15 20C13 19 11.5 17.5 11 15.500C10 11 15 8.5 19.5 11C18 8 20 4 24 2Z';

/** One motif a book, from A to L. */
export const MOTIFS: Record<Book, Motif> = {
  // a flame over two logs
  A: {
    second: 'ember',
    pieces: [
      ['ink', 'M26 1C28 10 39 16 39 28C39 36 33 41 24 41C15 41 9 36 9 28.500C9 22 13 18 14 11C17.5 13 20 16 20 20C24.5 16 27 9 26 1Z'],
      ['second', 'M25 19C27 25 33 27.5 33 32.500C33 37 29 39.5 24.5 39.500C19 39.5 16 36.5 16 32.500C16 28.5 19.5 27.5 19.5 23C21.5 24 22.5 25.5 22.5 27.500C24.5 25.5 25.5 22.5 25 19Z'],
      ['cut', 'M12.5 29C12.5 26 13.5 24 14.5 22M36 28C36 25 34.5 22 32.5 20M24.5 37.500C23 36 23 34 24.5 32'],
      ['line', 'M6 46.5 42 42M6 42 42 46.5'],
    ],
  },
  // a canoe on the water, its paddle standing in it
  B: {
    second: 'ember',
    pieces: [
      ['thread', 'M31 12 23 28'],
      ['second', 'M33 2C37 1 39 4 37.5 7.500L32.5 16L28.5 14L31 4.500C31.3 3 32 2.3 33 2Z'],
      ['ink', 'M1 19C5 23 9 25.5 13 25.500H35C39 25.5 43 23 47 19C48 29 41 37 32 37H16C7 37 0 29 1 19Z'],
      ['cut', 'M8 30 12 33.5 16 30 20 33.5 24 30 28 33.5 32 30 36 33.5 40 30'],
      ['line', 'M3 43.500c3.5-3 7 3 10.5 0s7 3 10.5 0 7 3 10.5 0 7 3 10.5 0'],
    ],
  },
  // a tent with its flap open
  C: {
    second: 'ember',
    pieces: [
      ['line', 'M26 13 18 1M22 13 30 1'],
      ['ink', 'M24 6 46 44H2Z'],
      ['second', 'M24 21 33 44H15Z'],
      ['cut', 'M24 22V44M17.5 21H20.500M27.5 21H30.500M8 37.5 11 34.5 14 37.500M34 37.5 37 34.5 40 37.5'],
    ],
  },
  // a pine in snow
  D: {
    second: 'pine',
    pieces: [
      ['ink', 'M21 36H27V47H21Z'],
      ['second', 'M24 1 34.5 16H30L39.5 28H33.500L44 41H4L14.5 28H8.500L18 16H13.500Z'],
      ['cut', 'M24 8V36M24 14.5 28 18.500M24 14.5 20 18.500M24 23 31 29.500M24 23 17 29.500M24 32 33 38.500M24 32 15 38.5'],
    ],
  },
  // a star of ten facets
  E: {
    second: 'ember',
    pieces: [
      ['ink', 'M24 1 29.8 16.5 46.8 17.3 33.5 27.8 38 44.4 24 35 10 44.4 14.5 27.8 1.2 17.3 18.2 16.500Z'],
      ['second', 'M24 25V1L29.8 16.500ZM24 25 46.8 17.3 33.5 27.800ZM24 25 38 44.4 24 35ZM24 25 10 44.4 14.5 27.800ZM24 25 1.2 17.3 18.2 16.500Z'],
      ['cut', 'M24 25V4M24 25 44 18M24 25 36.5 42M24 25 11.5 42M24 25 4 18'],
    ],
  },
  // a bowl, steaming
  F: {
    second: 'ember',
    pieces: [
      ['thread', 'M15 17c-4-4.5 4-7 0-13M24 17c-4-5 4-8 0-15M33 17c-4-4.5 4-7 0-13'],
      ['ink', 'M2 20H46C46 31 40 39 33 42V46H15V42C8 39 2 31 2 20Z'],
      ['cut', 'M4 25H44M8 31 12 35 16 31 20 35 24 31 28 35 32 31 36 35 40 31'],
    ],
  },
  // a needle and its thread
  G: {
    second: 'ember',
    pieces: [
      ['thread', 'M38 9C48 14 46 27 36 27C27 27 22 17 14 21C6 25 11 37 21 36C29 35 37 38 32 46'],
      ['ink', 'M3 46 31.5 8C34 4.5 39 3 42 5.500C45 8.5 44 13 41 15.500Z'],
      ['cut', 'M35 12.5 39.5 8'],
    ],
  },
  // a drum with its laces and two sticks
  H: {
    second: 'ember',
    pieces: [
      ['ink', 'M4 16V37C4 42 13 46 24 46S44 42 44 37V16Z'],
      ['ink', 'M24 8C35 8 44.5 11.5 44.5 16.500S35 25 24 25 3.5 21.5 3.5 16.5 13 8 24 8Z'],
      ['second', 'M24 10.500C33 10.5 41 13 41 16.500S33 22.5 24 22.5 7 20 7 16.5 15 10.5 24 10.500Z'],
      ['cut', 'M6 27 12 41 18 29 24 43 30 29 36 41 42 27'],
      ['line', 'M8 3 24 15M42 2 27 15'],
    ],
  },
  // a bird on a twig
  I: {
    second: 'ember',
    pieces: [
      ['ink', 'M2 16.5 9 12C11 5 19 2 25 6C31 10 32 18 38 24.500L47 34 34.5 33C28 38 17 37 12 29C9.5 25 9 21 9 18.500Z'],
      ['second', 'M17 18C25 17 34 22.5 37 30C28 31.5 18 29 17 18Z'],
      ['cut', 'M15.5 11.500h.1M20 21C24 22 28 24 31 27M14 25C16 29 19 32 23 33'],
      ['line', 'M2 44C14 38 28 45 46 41M20 35.500V41M26 36V41.5'],
    ],
  },
  // an oak leaf
  J: {
    second: 'pine',
    pieces: [
      ['line', 'M24 39C24 42 23 45 21 47'],
      ['second', LEAF],
      ['cut', 'M24 7V37M24 18.5 31 14.500M24 18.5 17 14.500M24 27 35 24.500M24 27 13 24.500M24 35 30.5 34M24 35 17.5 34'],
    ],
  },
  // a reef knot
  K: {
    second: 'ember',
    pieces: [
      ['rope', 'M1 19H11C21 19 22 8 31 8C43 8 43 40 31 40C22 40 21 29 11 29H1'],
      ['cord', 'M47 19H37C27 19 26 8 17 8C5 8 5 40 17 40C26 40 27 29 37 29H47'],
      ['rope', 'M4 19H13M37.2 12C39.1 15 40 19.5 40 24M26.4 38.9C23.7 37.4 21.8 34.7 19.4 32.6'],
    ],
  },
  // a scallop shell
  L: {
    second: 'ember',
    pieces: [
      ['ink', 'M18 37 4 26C1 19 5 12 10 12.500C11 6 18 3 24 5.500C30 3 37 6 38 12.500C43 12 47 19 44 26L30 37Z'],
      ['second', 'M24 34C29 34 34 36 35 39C35.5 43 31 46 24 46S12.5 43 13 39C14 36 19 34 24 34Z'],
      ['cut', 'M24 32V9M21 32 14.5 10M27 32 33.5 10M18 33 6.5 20M30 33 41.5 20M17 41C20 43 28 43 31 41'],
    ],
  },
};
