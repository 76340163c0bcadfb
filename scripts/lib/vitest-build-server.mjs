import { ensureBuilt } from './build/ensure-built.mjs'

/** Vitest's set-up for the server's tests: the worker threads run from the bundles, even where the rest runs from sources. */
export async function setup() {
  await ensureBuilt(['server'])
}
