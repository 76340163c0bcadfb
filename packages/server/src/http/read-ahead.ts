import type { Access } from '@postil/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/tables'
import { RESOLVERS, type ResourceRows } from './access'

/** The resource of a request, being read while its caller is looked up. */
export interface ReadAhead {
  id: string
  row: Promise<ResourceRows[keyof typeof RESOLVERS] | undefined>
}

/** As ids are stored; others are first read by the route's shape. */
const PLAIN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Begin to read the resource that a read is about together with its caller: both questions then reach the store at once. Nothing of it is
 * told to anyone before the caller is known and allowed, and for who brings nothing to be known by, the store is not asked at all.
 */
export function readAhead(db: Db, access: Access, { headers, params }: FastifyRequest): ReadAhead | undefined {
  if (!headers['x-argilla-api-key'] && !headers.authorization && !headers.cookie) return undefined
  if (access.of === undefined || access.inHandler || access.of === 'task_dataset' || access.from === 'body')
    return undefined
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, access.param) : undefined
  if (typeof id !== 'string' || !PLAIN_ID.test(id)) return undefined
  const row = RESOLVERS[access.of](db, id)
  // Nobody may come to ask: a failure is told to whoever does.
  row.catch(() => {})
  return { id, row }
}
