import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context'
import { isMigrated } from '../db/migrations/migrate'

/** `/healthz`: the process answers. `/readyz`: the store answers and has the newest schema. */
export function addHealthRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    try {
      if (await isMigrated(context.engine)) return { status: 'ready', store: context.engine.kind }
      return reply.code(503).send({ status: 'migrating' })
    } catch (err) {
      context.log.error({ err }, 'the store does not answer')
      return reply.code(503).send({ status: 'store unreachable' })
    }
  })
}
