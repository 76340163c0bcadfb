import { defineConfig } from 'vitest/config'

/** For `npm run screenshots`: pictures are no tests, so they are not among the projects of `npm test`. */
export default defineConfig({
  test: {
    include: ['e2e/screens.shots.ts'],
    globalSetup: ['scripts/lib/vitest-build-all.mjs'],
    pool: 'forks',
    hookTimeout: 120_000,
  },
})
