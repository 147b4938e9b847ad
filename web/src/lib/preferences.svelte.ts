import { Kept } from './kept.svelte';

export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

export interface Preferences {
  name: string;
  light: 'auto' | 'light' | 'dark';
  table: 'paper' | 'baize' | 'midnight' | 'ember';
  back: 'lattice' | 'sunburst' | 'leaves' | 'perforations';
  deck: 'printed' | 'four' | 'contrast';
  text: 'usual' | 'large' | 'larger';
  motion: 'auto' | 'full' | 'none';
  sound: boolean;
  /** Whether sound was offered at a table. */
  soundOffered: boolean;
  language: Language | 'auto';
  confirm: boolean;
  /** Of the computer players that one plays against at once. */
  level: string;
  /** Whether the browser calls one back when it is one's turn; it is asked when that was missed once. */
  notify: 'unasked' | 'yes' | 'no';
  /** Whether a bell rings when somebody comes to one's table. */
  bell: boolean;
  /** Whether the first decision of each kind in a game is explained. */
  coaching: boolean;
  /** The pace of the tables that one opens. */
  tempo: 'slow' | 'normal' | 'fast' | 'wait';
}

const kept = new Kept<Preferences>('preferences', {
  name: '',
  light: 'auto',
  table: 'paper',
  back: 'lattice',
  deck: 'printed',
  text: 'usual',
  motion: 'auto',
  sound: false,
  soundOffered: false,
  language: 'auto',
  confirm: false,
  level: 'casual',
  notify: 'unasked',
  bell: false,
  coaching: true,
  tempo: 'normal',
});

export const preferences = {
  get all(): Preferences {
    return kept.value;
  },
  set(changes: Partial<Preferences>): void {
    kept.value = { ...kept.value, ...changes };
  },
};

export function language(): Language {
  const chosen = preferences.all.language;
  if (chosen !== 'auto') return chosen;
  const wanted = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES);
  return (wanted as Language | undefined) ?? 'en';
}

const still = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

/** Whether things should move. */
export function moving(): boolean {
  const { motion } = preferences.all;
  return motion === 'full' || (motion === 'auto' && !still?.matches);
}

/** Milliseconds that a movement takes: none where nothing should move. */
export const span = (milliseconds: number): number => (moving() ? milliseconds : 0);

/** The page wears the preferences as attributes; the style sheets do the rest. */
export function wearPreferences(): void {
  const { light, table, back, deck, text } = preferences.all;
  const root = document.documentElement;
  Object.assign(root.dataset, { light, table, back, deck, text, motion: moving() ? 'full' : 'none' });
  root.lang = language();
}
