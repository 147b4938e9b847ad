/** Take what a promise brings, unless something else is wanted by then, such as another language: for effects to return. */
export function latest<T>(promise: Promise<T>, take: (value: T) => void, fail: (error: unknown) => void = () => {}): () => void {
  let wanted = true;
  promise.then(
    (value) => wanted && take(value),
    (error: unknown) => wanted && fail(error),
  );
  return () => {
    wanted = false;
  };
}
