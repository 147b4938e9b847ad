import type { Plugin } from 'vite';

const TEXT_FACE = /source-serif.*\.woff2$/;

/**
 * What a browser should know of the page beforehand: that the text face is wanted, since every screen is set in it and need
 * not be set twice, though not before the code; and that there is nothing to paint until the code has run.
 */
export function faces(): Plugin {
  return {
    name: 'faces',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => TEXT_FACE.test(name));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', fetchpriority: 'low', crossorigin: true };
        const tags = files.map((name) => ({ tag: 'link', attrs: { ...attrs, href: `./${name}` }, injectTo: 'head' as const }));
        return { html: html.replace('<script type="module"', '<script type="module" blocking="render"'), tags };
      },
    },
  };
}
