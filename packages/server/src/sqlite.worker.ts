import { serveStore } from './db/engines/sqlite/serve-store'
import { collectGarbage } from './workers/collect-garbage'

// Loading the handlers loads most of the server, so this is done once the store is open; a start waits only for that.
serveStore(async (connection, options) => {
  const { handlerRunner } = await import('./run-handlers')
  collectGarbage()
  return handlerRunner(connection, options)
})
