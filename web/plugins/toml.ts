import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

/** Lets the client import the games' `words.toml`. */
export function toml(): Plugin {
  return {
    name: 'toml',
    transform(source, id) {
      if (!id.endsWith('.toml')) return null;
      return { code: `export default ${JSON.stringify(parse(source))}`, map: null, moduleType: 'js' };
    },
  };
}
