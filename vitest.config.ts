import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { watPlugin } from './scripts/lib/build/wat-plugin.mjs'
import { SlowFirst } from './scripts/lib/vitest-slow-first.mjs'

// Groups run one after the other: the cheap ones first, the browser last. A test that hangs is stopped by its time limit; none is a speed
// goal, so a slow machine changes nothing.

/** Tests that mock a module of the server or move its clock: each needs modules of its own. */
const ALONE = [
  'packages/server/src/workers/index-thread.test.ts',
  'packages/server/src/db/clock.test.ts',
  'packages/server/src/features/account/passwords/hashing.test.ts',
]

/** Tests of the web app that mock a module, or watch what the modules of other tests would do. */
const WEB_ALONE = [
  'packages/web/src/api/api.test.ts',
  'packages/web/src/app/errors/errors-on-screens.test.tsx',
  'packages/web/src/features/annotate/broken-record.test.tsx',
  'packages/web/src/local/move-old-jobs.test.ts',
]

/**
 * Test files at once. With two on two cores, these are idle for a sixth of the time, because tests wait for timers, the disk and the browser;
 * with four, the browser's tests take longer. The same for all: Vitest refuses different numbers in a group.
 */
const WORKERS = 3

// From Node 25 on, Node has a `localStorage` of its own, which is none without a file, and which would take the place of the page's.
const STORAGE = '--experimental-webstorage'

const WEB = {
  environment: 'jsdom',
  execArgv: process.allowedNodeEnvironmentFlags.has(STORAGE) ? [STORAGE.replace('--', '--no-')] : [],
  setupFiles: ['packages/web/src/test-setup.ts'],
  maxWorkers: WORKERS,
  testTimeout: 30_000,
  sequence: { groupOrder: 0 },
}

const SERVER = {
  globalSetup: ['scripts/lib/vitest-build-server.mjs'],
  setupFiles: ['packages/server/src/testing/close-servers.ts'],
  pool: 'forks' as const,
  maxWorkers: WORKERS,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/{contract,domain,sdk,importing}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          maxWorkers: WORKERS,
          // A new process for each file takes a sixth of the time of all.
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [react()],
        test: {
          ...WEB,
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          exclude: WEB_ALONE,
          // To load the app anew for each file takes a third of the time of all.
          isolate: false,
        },
      },
      { plugins: [react()], test: { ...WEB, name: 'web-alone', include: WEB_ALONE } },
      {
        plugins: [watPlugin()],
        test: {
          ...SERVER,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: ALONE,
          // To load the server anew for each file takes longer than most of their tests.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        plugins: [watPlugin()],
        test: { ...SERVER, name: 'server-alone', include: ALONE },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['scripts/lib/vitest-build-all.mjs'],
          pool: 'forks',
          // Files share the process and its browser: starting both anew takes a fifth of the time of short files.
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
