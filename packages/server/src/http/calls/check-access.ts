import type { Access, ResourceKind } from '@postil/contract/route'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../context'
import type { Db } from '../../db/tables'
import { ForbiddenError } from '../../errors'
import { checkOrderOf } from '../../wire/check-order'
import { ASSIGNED_TO_OTHERS, resourceNotFound } from '../../wire/resource-errors'
import type { Parsed } from '../bodies/parse-request'
import type { HttpHooks } from '../http-hooks'
import { assertCan, RESOLVERS, type Resolved } from './access'
import type { RequestFacts } from './call'
import type { MountedRoute } from './handle'
import { fastifyPath } from './route-path'

/** The resource that a request names, once it was found and the caller's access was checked. */
export type Found = { kind: ResourceKind; row: unknown } | undefined

/**
 * Find the resource that a route is about and check that the caller may do what the route requires.
 *
 * @returns undefined when the route is about no resource, or its handler checks access itself
 * @throws NotFoundError, ForbiddenError
 */
export async function checkAccess(
  db: Db,
  hooks: Pick<HttpHooks, 'findTaskDataset'>,
  { name, route }: MountedRoute,
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
  const order = checkOrderOf(name)
  if (order === 'by the handler') return undefined
  const action = typeof order === 'object' ? order.enterWith : access.can
  const id = resourceId(access, parsed)
  const inWorkspace = { workspaceId: access.of === 'workspace' ? id : undefined }
  // Whether an admin may depends on the workspaces of the user, who is found first.
  const isDecidedByUser = access.of === 'user' && can(user, action, { isMember: true })
  if (order === 'permission first' && !isDecidedByUser) await assertCan(db, user, action, inWorkspace)
  // When the decision depends on a membership, it is read together with the resource.
  const memberId = can(user, action) ? undefined : user.id
  const found: Resolved<ResourceKind> | undefined =
    access.of === 'task_dataset'
      ? await hooks.findTaskDataset(db, { ...request, name: id, path: fastifyPath(route.path) })
      : await RESOLVERS[access.of](db, id, memberId)
  if (!found && access.from === 'body') {
    // The service reports what is missing (422), but callers who may not create anything there are refused first.
    await assertCan(db, user, action, inWorkspace)
    return { kind: access.of, row: undefined }
  }
  if (!found) throw resourceNotFound(access.of, id)
  const { isMember, isForOthers, ...row } = found
  await assertCan(db, user, action, {
    workspaceId: row.workspaceId,
    isMember,
    authorId: 'user_id' in row ? row.user_id : undefined,
  })
  if (isForOthers && !can(user, 'records.assign', { isMember: true })) throw new ForbiddenError(ASSIGNED_TO_OTHERS)
  return { kind: access.of, row }
}

function resourceId(access: Extract<Access, { of: ResourceKind }>, parsed: Parsed): string {
  const from = access.from === 'body' ? parsed.body : parsed.params
  const id: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, access.param) : undefined
  if (typeof id !== 'string') throw new Error(`The access rule names no parameter: ${JSON.stringify(access)}`)
  return id
}
