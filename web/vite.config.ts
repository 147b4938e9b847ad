import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { faces } from './plugins/faces.ts';
import { gzipped } from './plugins/gzipped.ts';
import { installable } from './plugins/installable.ts';
import { lids } from './plugins/lids.ts';
import { notices } from './plugins/notices.ts';
import { wordmark } from './plugins/wordmark.ts';

// The client is built into the Python package, which serves it. Paths are relative: the server may live under any path.
export default defineConfig({
  base: './',
  plugins: [svelte(), wordmark(), lids(), faces(), installable(), notices(), gzipped()],
  build: {
    outDir: '../src/parlour/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inlined fonts or scripts
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What the lobby needs comes in one piece: each request costs a phone some milliseconds.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'parlour', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8001', '/ws': { target: 'ws://127.0.0.1:8001', ws: true } },
  },
});
