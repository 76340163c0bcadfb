import type { Access, ResourceKind, Route } from '@postil/contract/route'
import type { SessionUser } from '../../context'
import type { Db } from '../../db/tables'
import type { Parsed } from '../bodies/parse-request'
import type { HttpHooks } from '../http-hooks'
import { assertCan, RESOLVERS, resourceNotFound } from './access'
import type { RequestFacts } from './call'
import { fastifyPath } from './route-path'

/** The resource named by a request, once it was found and the caller may have it. */
export type Found = { kind: ResourceKind; row: unknown } | undefined

/**
 * Find the resource that a route is about and check the caller's role, in the order that the route's access asks for.
 *
 * @returns undefined where a route is about no resource, or its handler checks by itself
 * @throws NotFoundError, ForbiddenError
 */
export async function checkAccess(
  db: Db,
  hooks: Pick<HttpHooks, 'findTaskDataset'>,
  route: Route,
  request: RequestFacts,
  user: SessionUser,
  parsed: Parsed,
): Promise<Found> {
  const { access } = route
  if (access.can === 'server.visit') return undefined
  if (access.of === undefined) {
    await assertCan(db, user, access.can)
    return undefined
  }
  if (access.inHandler) return undefined
  const id = resourceId(access, parsed)
  const inWorkspace = { workspaceId: access.of === 'workspace' ? id : undefined }
  if (access.roleFirst) await assertCan(db, user, access.can, inWorkspace)
  const row =
    access.of === 'task_dataset'
      ? await hooks.findTaskDataset(db, { ...request, name: id, path: fastifyPath(route.path) })
      : await RESOLVERS[access.of](db, id)
  if (!row && access.from === 'body') {
    // The service says what is missing (422); who cannot create anything there is refused first.
    await assertCan(db, user, access.can, inWorkspace)
    return { kind: access.of, row: undefined }
  }
  if (!row) throw resourceNotFound(access.of, id)
  await assertCan(db, user, access.can, {
    workspaceId: row.workspaceId,
    authorId: 'user_id' in row ? row.user_id : undefined,
  })
  return { kind: access.of, row }
}

function resourceId(access: Extract<Access, { of: ResourceKind }>, parsed: Parsed): string {
  const from = access.from === 'body' ? parsed.body : parsed.params
  const id: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, access.param) : undefined
  if (typeof id !== 'string') throw new Error(`The access rule names no parameter: ${JSON.stringify(access)}`)
  return id
}
