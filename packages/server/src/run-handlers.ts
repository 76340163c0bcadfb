import type { Config } from './config'
import type { Engine } from './db/engines/engine'
import type { CallRunner } from './db/engines/sqlite/protocol'
import { mountedRoutes } from './features'
import { resolveTaskDataset } from './features/task'
import type { Call } from './http/call'
import { runCallInThread } from './http/run-call'

/** Runs the handlers of the server in a thread of the store. */
export function handlerRunner(config: unknown, engine: Engine): CallRunner {
  const runner = { config: config as Config, engine, doors: { findTaskDataset: resolveTaskDataset } }
  const byName = new Map(mountedRoutes.map((mounted) => [mounted.name, mounted]))
  return (call) => {
    const known = call as Call
    const mounted = byName.get(known.route)
    if (!mounted) throw new Error(`There is no handler ${known.route}.`)
    return runCallInThread(runner, mounted, known)
  }
}
