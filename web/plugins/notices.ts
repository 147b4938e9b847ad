import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE'];
const RULE = '-'.repeat(80);
const HEAD = `Third-party notices

The web client in this package contains parts of the software and the typefaces listed here, under their own licences.
`;

/** Writes down whose work the client contains, with the licence of each: all packages of which a module was taken. */
export function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle(_, bundle) {
      const assets = Object.values(bundle).flatMap((each) => (each.type === 'asset' ? each.originalFileNames : []));
      const sources = [...this.getModuleIds(), ...assets.map((name) => resolve(name))];
      const folders = sources.flatMap((name) => PACKAGE.exec(name.replace(/^\0/, ''))?.[0] ?? []);
      const source = [HEAD, ...[...new Set(folders)].map(notice).sort()].join('\n');
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source });
    },
  };
}

/** A package's name, version and kind of licence, then the licence. */
function notice(folder: string): string {
  const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = LICENCES.map((name) => join(folder, name)).find(existsSync);
  if (!file) throw new Error(`${facts.name} has no licence file to ship`);
  const text = readFileSync(file, 'utf8').replace(/\r\n/g, '\n').replace(/[ \t]+$/gm, '').trim();
  return `${RULE}\n${facts.name} ${facts.version} (${facts.license})\n${RULE}\n\n${text}\n`;
}
