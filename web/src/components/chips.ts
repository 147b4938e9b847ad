/** A stack of counters of one value, as it stands on the table. */
export interface Stack {
  value: number;
  height: number;
}

const ONES = 40; // of more than that all but some are changed into fives, or twenty-fives
const LOOSE = 20;
const TALLEST = 8;

/** How so many counters are piled up: ones for as long as they can be counted at a glance. */
export function stacksOf(count: number): Stack[] {
  let left = Math.max(0, count);
  const stacks: Stack[] = [];
  for (const value of [25, 5, 1]) {
    const loose = value === 1 ? 0 : value === 5 ? LOOSE : 5 * LOOSE;
    const counters = count > ONES || value === 1 ? Math.max(0, Math.floor((left - loose) / value)) : 0;
    stacks.push(...split(counters).map((height) => ({ value, height })));
    left -= counters * value;
  }
  return stacks;
}

/** So many counters in stacks of nearly the same height. */
function split(count: number): number[] {
  const stacks = Math.ceil(count / TALLEST);
  return Array.from({ length: stacks }, (_, i) => Math.floor((count + i) / stacks)).reverse();
}
