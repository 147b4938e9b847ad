import type { Plugin } from 'vite';
import { draw } from './outlines.ts';

const ID = 'virtual:wordmark';

/** The name of the house as an outline: no face is loaded for it. */
export function wordmark(): Plugin {
  return {
    name: 'wordmark',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(draw('limelight', 'Parlour'))}` : null),
  };
}
