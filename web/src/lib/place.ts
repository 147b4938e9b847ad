/** Where the server is: the client may live under any path of a site. Chunks lie in `assets/` below it. */
export const base: URL = import.meta.env.PROD ? new URL('../', import.meta.url) : new URL('/', location.href);

export const at = (path: string): string => new URL(path, base).href;

export function socketAddress(): string {
  const address = new URL('ws', base);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
