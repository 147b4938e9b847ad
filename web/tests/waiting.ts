// The one home of waiting, as tests/waiting.py is for Python: what a test waits for is a condition, never a time.
// Both have their limits from tests/limits.json; TEST_PATIENCE=3 makes them three times as long.
import limits from '../../tests/limits.json' with { type: 'json' };

const patience = Number(process.env.TEST_PATIENCE ?? 1);

/** Milliseconds that anything may take which a test waits for. */
export const STEP = limits.step * 1000 * patience;
/** Milliseconds after which a test is ended, and named. */
export const TEST = limits.test * 1000 * patience;
const EVERY = 20;

/** Wait until something is so, and give what the condition gave. */
export async function until<T>(condition: () => T, limit = STEP): Promise<NonNullable<T>> {
  for (const late = performance.now() + limit; ; await new Promise((done) => setTimeout(done, EVERY))) {
    const found = condition();
    if (found) return found;
    if (performance.now() > late) throw new Error(`not so after ${limit / 1000} s: ${condition}`);
  }
}
