import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context'
import { isDiskFull } from '../db/engines/engine'
import { isMigrated } from '../db/migrations/migrate'

/** `/healthz`: the process answers. `/readyz`: the store answers, has the newest schema and takes writes. */
export function addHealthRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    try {
      if (!(await isMigrated(context.engine))) return reply.code(503).send({ status: 'migrating' })
      await context.engine.checkWritable()
      return { status: 'ready', store: context.engine.kind }
    } catch (err) {
      context.log.error({ err }, 'the store does not answer')
      if (isDiskFull(err)) return reply.code(503).send({ status: 'disk full' })
      return reply.code(503).send({ status: 'store unreachable' })
    }
  })
}
