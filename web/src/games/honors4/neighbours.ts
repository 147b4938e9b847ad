import { bookOf, cardOf, NUMBERS, numberOf } from '../honors/books';

/** The cards with which a card goes out: those beside it in its book, or only the next one up if the table plays so. */
export function neighbours(card: string, ascending: boolean): string[] {
  const steps = ascending ? [1] : [-1, 1];
  const numbers = steps.map((step) => numberOf(card) + step).filter((number) => NUMBERS.some((each) => each === number));
  return numbers.map((number) => cardOf(bookOf(card), number));
}
