import type { Plugin } from 'vite';

const TEXT_FACE = /source-serif.*\.woff2$/;

/** Has the page ask for the text face at once: every screen is set in it, and need not be set twice. */
export function faces(): Plugin {
  return {
    name: 'faces',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => TEXT_FACE.test(name));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return files.map((name) => ({ tag: 'link', attrs: { ...attrs, href: `./${name}` }, injectTo: 'head' as const }));
      },
    },
  };
}
