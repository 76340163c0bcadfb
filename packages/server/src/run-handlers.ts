import type { Config } from './config'
import { localEngine } from './db/engines/sqlite/local-engine'
import type { CallRunner, Connection, WorkerOptions } from './db/engines/sqlite/protocol'
import { mountedRoutes } from './features'
import { authenticate } from './features/account/sessions/authenticate'
import { resolveTaskDataset } from './features/task'
import { callRunner } from './http/calls/run-call'

/** The `CallRunner` of a thread of the store: has the handlers of the server run there. */
export function handlerRunner(connection: Connection, { config, mode }: WorkerOptions): CallRunner {
  const hooks = { findTaskDataset: resolveTaskDataset, authenticate }
  return callRunner({ config: config as Config, engine: localEngine(connection, mode), hooks }, mountedRoutes)
}
