/** A stack of counters of one value, as it stands on the table. */
export interface Stack {
  value: number;
  height: number;
}

const ONES = 24; // more than that is changed into fives and twenty-fives
const TALLEST = 8;

/** How so many counters are piled up: ones for as long as they can be counted at a glance. */
export function stacksOf(count: number): Stack[] {
  const values = count > ONES ? [25, 5, 1] : [1];
  const stacks: Stack[] = [];
  let left = Math.max(0, count);
  for (const value of values) {
    stacks.push(...split(Math.floor(left / value)).map((height) => ({ value, height })));
    left %= value;
  }
  return stacks;
}

/** So many counters in stacks of nearly the same height. */
function split(count: number): number[] {
  const stacks = Math.ceil(count / TALLEST);
  return Array.from({ length: stacks }, (_, i) => Math.floor((count + i) / stacks)).reverse();
}
