import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context'
import { isDiskFull } from '../db/engines/engine'
import { isMigrated } from '../db/migrations/migrate'

/** Milliseconds within which the store must answer a health check. */
const STORE_ANSWER_MS = 2000

/** `/healthz`: the process responds. `/readyz`: the store responds in time, has the newest schema and accepts writes. */
export function addHealthRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    try {
      if (!(await soon(isMigrated(context.engine)))) return reply.code(503).send({ status: 'migrating' })
      await context.engine.checkWritable()
      return { status: 'ready', store: context.engine.kind }
    } catch (err) {
      context.log.error({ err }, 'the store does not answer')
      if (isDiskFull(err)) return reply.code(503).send({ status: 'disk full' })
      return reply.code(503).send({ status: 'store unreachable' })
    }
  })
}

async function soon<T>(work: Promise<T>): Promise<T> {
  const late = sleep(STORE_ANSWER_MS, undefined, { ref: false }).then(() => {
    throw new Error('The store did not answer in time.')
  })
  return Promise.race([work, late])
}
