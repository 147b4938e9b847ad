declare module '*.toml' {
  const words: import('./lib/words.svelte').Words;
  export default words;
}

declare module 'virtual:titles' {
  type Outline = { path: string; box: string };
  export const parlour: Outline;
  const titles: Record<string, Outline>;
  export default titles;
}

declare module 'virtual:lids' {
  /** The lid of each box: where its picture is, and how high that is where it is 300 wide. */
  const lids: Record<string, { picture: string; height: number }>;
  export default lids;
}
