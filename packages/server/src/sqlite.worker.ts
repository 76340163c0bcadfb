import { serveStore } from './db/engines/sqlite/serve-store'

// Loading the handlers loads most of the server, so this is done once the store is open; a start waits only for that.
serveStore(async (connection, options) => (await import('./run-handlers')).handlerRunner(connection, options))
