import { defineConfig, mergeConfig } from 'vitest/config';
import { STEP, TEST } from './tests/waiting.ts';
import client from './vite.config.ts';

// Apart from the client's own configuration, because the client is also built where there are no tests.
export default mergeConfig(
  client,
  defineConfig({
    test: {
      environment: 'jsdom',
      include: ['tests/**/*.test.ts'],
      setupFiles: 'tests/setup.ts',
      testTimeout: TEST,
      hookTimeout: STEP,
      teardownTimeout: STEP,
    },
    resolve: { conditions: ['browser'] },
  }),
);
