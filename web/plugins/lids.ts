import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';

const ID = 'virtual:lids';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The lids of the boxes as pictures, drawn beforehand: a page need not draw them stroke by stroke, nor carry how that is done. */
export function lids(): Plugin {
  let building = false;
  return {
    name: 'lids',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const picture = (game: string, text: string) =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `lid-${game}.svg`, source: text })}`
          : JSON.stringify(`data:image/svg+xml,${encodeURIComponent(text)}`);
      const all = Object.entries(await drawAll());
      const entries = all.map(([game, { text, height }]) => `${game}: { picture: ${picture(game, text)}, height: ${height} }`);
      return `export default { ${entries.join(', ')} }`;
    },
  };
}

type Pressed = ReturnType<(typeof import('../src/covers/press.ts'))['press']>;

/** Have the covers drawn by the components that describe them. */
async function drawAll(): Promise<Pressed> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    plugins: [svelte()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    return ((await server.ssrLoadModule('/src/covers/press.ts')) as typeof import('../src/covers/press.ts')).press();
  } finally {
    await server.close();
  }
}
