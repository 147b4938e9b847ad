/** A value that this browser keeps, and shares between its tabs. */
export class Kept<T> {
  #key: string;
  #value: T = $state()!;

  constructor(
    name: string,
    private readonly usual: T,
  ) {
    this.#key = `parlour.${name}`;
    this.#value = this.#read();
    if (typeof window === 'undefined') return;
    window.addEventListener('storage', (event) => {
      if (event.key === this.#key) this.#value = this.#read();
    });
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing forgets it when the page is closed.
    }
  }

  #read(): T {
    try {
      const text = localStorage.getItem(this.#key);
      return text === null ? this.usual : withUsual(JSON.parse(text) as T, this.usual);
    } catch {
      return this.usual;
    }
  }
}

/** What was kept by an older version gets what is new. */
function withUsual<T>(value: T, usual: T): T {
  const plain = (x: unknown) => typeof x === 'object' && x !== null && !Array.isArray(x);
  return plain(value) && plain(usual) ? { ...usual, ...value } : value;
}
