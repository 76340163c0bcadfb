import { serveStore } from './db/engines/sqlite/serve-store'

// Most of the server is loaded with its handlers: not before the store is open, for a start waits for that.
serveStore(async (connection, options) => (await import('./run-handlers')).handlerRunner(connection, options))
