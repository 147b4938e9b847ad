import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|json|webmanifest)$/; // not the page: the server writes its own path into that

/** Puts a compressed copy beside every text file, so that the server need not compress anything. */
export function gzipped(): Plugin {
  return {
    name: 'gzipped',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const name of Object.keys(bundle).filter((each) => TEXT.test(each))) {
        const file = join(options.dir!, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    },
  };
}
