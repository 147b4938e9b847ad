import { base } from './place';

/** The address within the client, as its parts: `['table', 'abc']`. */
class Router {
  #path = $state(read());
  #query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#look());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  get parts(): string[] {
    return this.#path;
  }

  get query(): URLSearchParams {
    return this.#query;
  }

  /** Go somewhere; `replace` leaves no step to go back to. */
  go(path: string, replace = false): void {
    const address = new URL(path.replace(/^\//, ''), base);
    if (address.href === location.href) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    const moved = address.pathname !== base.pathname + this.#path.join('/');
    this.#look();
    if (moved) scrollTo(0, 0);
  }

  #look(): void {
    this.#path = read();
    this.#query = new URLSearchParams(location.search);
  }

  /** Links within the client do not load the page again. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.hasAttribute('download')) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const address = new URL(link.href);
    if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) return;
    if (address.pathname === location.pathname && address.search === location.search && address.hash) return;
    event.preventDefault();
    this.go(address.pathname.slice(base.pathname.length) + address.search + address.hash);
  }
}

function read(): string[] {
  return location.pathname.slice(base.pathname.length).split('/').filter(Boolean).map(decodeURIComponent);
}

export const router = new Router();

/** The address of a screen, for links. */
export const link = (...parts: string[]): string => base.pathname + parts.map(encodeURIComponent).join('/');
