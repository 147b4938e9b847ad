/** Where the server is: the client may live under any path of a site, and the page says which (`<base>`). */
export const base: URL = new URL('./', document.baseURI);

export const at = (path: string): string => new URL(path, base).href;

export function socketAddress(): string {
  const address = new URL('ws', base);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
