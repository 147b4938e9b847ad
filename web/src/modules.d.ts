declare module '*.toml' {
  const words: import('./lib/words.svelte').Words;
  export default words;
}

declare module 'virtual:titles' {
  const titles: Record<string, { path: string; box: string }>;
  export default titles;
}
