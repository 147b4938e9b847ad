import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

/** Puts a compressed copy beside every text file, so that the server need not compress anything. */
export function gzipped(): Plugin {
  return {
    name: 'gzipped',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!TEXT.test(fileName) || fileName === 'index.html') continue; // the server writes its own path into the page
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
      }
    },
  };
}
