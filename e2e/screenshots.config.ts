import { defineConfig } from 'vitest/config'

/**
 * For `npm run screenshots`. A separate configuration, since screenshots are not tests and must not run with `npm
 * test`.
 */
export default defineConfig({
  test: {
    include: ['e2e/screens.shots.ts'],
    globalSetup: ['scripts/lib/vitest-build-all.mjs'],
    pool: 'forks',
    hookTimeout: 120_000,
  },
})
