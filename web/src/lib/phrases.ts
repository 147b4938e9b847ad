import type { Phrase } from '../wire';

/** What people say most, in one press. Each reads it in a language of their own. */
export type QuickPhrase = Phrase['phrase'];
export const PHRASES: QuickPhrase[] = ['hello', 'good_luck', 'well_played', 'thanks', 'one_moment', 'sorry', 'your_turn', 'again'];
