import { ensureBuilt } from './build/ensure-built.mjs'

/** Vitest's set-up for the browser journeys, which run against the built product. */
export async function setup() {
  await ensureBuilt()
}
