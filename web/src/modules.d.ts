declare module 'virtual:wordmark' {
  const outline: { path: string; box: string };
  export default outline;
}

declare module 'virtual:lids' {
  /** The lid of each box: where its picture is, and how high that is where it is 300 wide. */
  const lids: Record<string, { picture: string; height: number }>;
  export default lids;
}
