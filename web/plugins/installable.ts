import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { icon, toPng, toSvg } from './icons.ts';

const MANIFEST = {
  name: 'Parlour',
  short_name: 'Parlour',
  description: 'Vintage parlour games, played exactly as their rulebooks printed them.',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f3ead7',
  theme_color: '#6d1a1f',
  icons: [
    { src: './icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: './icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: './icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: './icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** Makes the client something that can be installed: icons, a manifest, and a worker that keeps its shell. */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle(_, bundle) {
      const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source });
      emit('icon.svg', toSvg(icon(0)));
      emit('icon-192.png', toPng(icon(0), 192));
      emit('icon-512.png', toPng(icon(0), 512));
      emit('icon-maskable.png', toPng(icon(40), 512));
      emit('apple-touch-icon.png', toPng(icon(10), 180));
      emit('parlour.webmanifest', JSON.stringify(MANIFEST, null, 2));
      emit('sw.js', worker(bundle));
    },
  };
}

/** The worker, told what to keep; its name for that changes with anything in the client. */
function worker(bundle: Rollup.OutputBundle): string {
  const version = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 12);
  const source = readFileSync(new URL('./worker.js', import.meta.url), 'utf8');
  return source.replace("'VERSION'", JSON.stringify(version)).replace("['SHELL']", JSON.stringify(['./', ...shell(bundle)]));
}

/** What the lobby needs: the entry and the lobby's part with all that they import, their styles, and the text face. */
function shell(bundle: Rollup.OutputBundle): string[] {
  const files = Object.values(bundle);
  const chunks = files.filter((each): each is Rollup.OutputChunk => each.type === 'chunk');
  const wanted = new Set<string>();
  const want = (chunk: Rollup.OutputChunk | undefined): void => {
    if (!chunk || wanted.has(chunk.fileName)) return;
    wanted.add(chunk.fileName);
    for (const name of chunk.imports) want(chunks.find((each) => each.fileName === name));
    for (const css of chunk.viteMetadata?.importedCss ?? []) wanted.add(css);
  };
  for (const chunk of chunks) if (chunk.isEntry || chunk.facadeModuleId?.endsWith('/Lobby.svelte')) want(chunk);
  for (const { fileName } of files) if (/source-serif.*\.woff2$/.test(fileName)) wanted.add(fileName);
  return [...wanted].map((name) => `./${name}`);
}
