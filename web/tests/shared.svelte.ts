/** An object whose changes are seen by what is mounted with it. */
export function shared<T extends object>(value: T): T {
  const kept = $state(value);
  return kept;
}
