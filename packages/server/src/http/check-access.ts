import type { Access, ResourceKind, Route } from '@postil/contract/route'
import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '../context'
import type { Db } from '../db/tables'
import { ForbiddenError } from '../errors'
import { assertMayCall, RESOLVERS, resourceNotFound } from './access'
import type { Doors } from './doors'
import type { Parsed } from './parse-request'
import type { ReadAhead } from './read-ahead'

/** The resource named by a request, once it was found and the caller may have it. */
export type Found = { kind: ResourceKind; row: unknown } | undefined

/**
 * Find the resource that a route is about and check the caller's role, in the order that the route's access asks for.
 *
 * @param ahead - the resource, where it is being read already
 * @returns undefined where a route is about no resource, or its handler checks by itself
 * @throws NotFoundError, ForbiddenError
 */
export async function checkAccess(
  db: Db,
  doors: Doors,
  route: Route,
  request: FastifyRequest,
  user: SessionUser,
  parsed: Parsed,
  ahead?: ReadAhead,
): Promise<Found> {
  const { access } = route
  if (access.who === 'public' || ('inHandler' in access && access.inHandler)) return undefined
  if (access.who === 'user' || access.of === undefined) {
    await assertMayCall(db, access, user)
    return undefined
  }
  if (access.who === 'owner' && access.roleFirst) await assertMayCall(db, access, user)
  const id = resourceId(access, parsed)
  if (access.who !== 'owner' && access.who !== 'author' && access.roleFirst)
    await assertMayCall(db, access, user, { workspaceId: id })
  const row =
    access.of === 'task_dataset'
      ? await doors.findTaskDataset(db, request, id)
      : await (ahead?.id === id ? ahead.row : RESOLVERS[access.of](db, id))
  const inBody = 'from' in access && access.from === 'body'
  if (!row && inBody) {
    // The service says what is missing (422); who may not create anywhere is refused first.
    if (user.role === 'annotator') throw new ForbiddenError()
    if (user.role === 'admin') await assertMayCall(db, access, user, { workspaceId: id })
    return { kind: access.of, row: undefined }
  }
  if (!row) throw resourceNotFound(access.of, id)
  await assertMayCall(db, access, user, {
    workspaceId: row.workspaceId,
    authorId: 'user_id' in row ? row.user_id : undefined,
  })
  return { kind: access.of, row }
}

function resourceId(access: Extract<Access, { of?: ResourceKind }>, parsed: Parsed): string {
  const from = 'from' in access && access.from === 'body' ? parsed.body : parsed.params
  const id: unknown =
    typeof from === 'object' && from !== null && access.param ? Reflect.get(from, access.param) : undefined
  if (typeof id !== 'string') throw new Error(`The access rule names no parameter: ${JSON.stringify(access)}`)
  return id
}
