/** The Honors pack: twelve books of four cards. A card is its book and its number, `A-3`. */
export const BOOKS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'] as const;
export const NUMBERS = [1, 2, 3, 4] as const;
export type Book = (typeof BOOKS)[number];

export const bookOf = (card: string): Book => card[0] as Book;
export const numberOf = (card: string): number => Number(card[2]);
export const cardOf = (book: string, number: number): string => `${book}-${number}`;
export const cardsOf = (book: string): string[] => NUMBERS.map((number) => cardOf(book, number));

/** Cards book by book, in the order given. */
export function byBook(cards: string[]): [Book, string[]][] {
  const books = new Map<Book, string[]>();
  for (const card of cards) books.set(bookOf(card), [...(books.get(bookOf(card)) ?? []), card]);
  return [...books];
}

/** What the cards count by their corners. */
export const cornerSum = (cards: string[]): number => cards.reduce((sum, card) => sum + numberOf(card), 0);
