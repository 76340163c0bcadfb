import type { Config } from './config'
import type { LocalConnection } from './db/engines/sqlite/local-connection'
import { localEngine } from './db/engines/sqlite/local-engine'
import type { CallRunner, WorkerOptions } from './db/engines/sqlite/protocol'
import { mountedRoutes } from './features'
import { authenticate } from './features/account/sessions/authenticate'
import { resolveTaskDataset } from './features/task'
import type { Call } from './http/calls/call'
import { runCallInThread } from './http/calls/run-call'

/** The `CallRunner` of a thread of the store: runs the handlers of the server there. */
export function handlerRunner(connection: LocalConnection, { config, mode }: WorkerOptions): CallRunner {
  const engine = localEngine(connection, mode)
  const runner = { config: config as Config, engine, hooks: { findTaskDataset: resolveTaskDataset, authenticate } }
  const byName = new Map(mountedRoutes.map((mounted) => [mounted.name, mounted]))
  return (call) => {
    const known = call as Call
    const mounted = byName.get(known.route)
    if (!mounted) throw new Error(`There is no handler ${known.route}.`)
    return runCallInThread(runner, mounted, known)
  }
}
