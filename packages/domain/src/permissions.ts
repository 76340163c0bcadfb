import type { Action } from '@postil/contract/route'

export type Role = 'owner' | 'admin' | 'annotator'

/** The roles, from the one with the fewest rights to the one with all. */
export const ROLES_BY_RIGHTS: readonly Role[] = ['annotator', 'admin', 'owner']

/** The subject of an action, relative to the user. */
export interface Subject {
  /**
   * The user is a member of the workspace that the subject belongs to. For another user: `isOnlyInOwn`. Owners need no
   * membership.
   */
  isMember?: boolean
  /** The subject is a response of this user. */
  isAuthor?: boolean
}

/** Which users with a role may act: all, none, or only members of the workspace, the author of the response, or both. */
type Grant = 'yes' | 'no' | 'member' | 'author' | 'member or author'

/** Permissions by action and role (feedback-api §1.3). The server enforces this table, and the browser hides controls by it. */
export const PERMISSIONS: Record<Action, { nobody: 'yes' | 'no' } & Record<Role, Grant>> = {
  'server.visit': { nobody: 'yes', annotator: 'yes', admin: 'yes', owner: 'yes' },
  'server.use': { nobody: 'no', annotator: 'yes', admin: 'yes', owner: 'yes' },
  'people.invite': { nobody: 'no', annotator: 'no', admin: 'yes', owner: 'yes' },
  'users.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'access.manage': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'workspaces.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'jobs.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'events.read': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'webhooks.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'bin.read': { nobody: 'no', annotator: 'no', admin: 'yes', owner: 'yes' },
  'workspaces.readAll': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'workspace.read': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'members.manage': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'dataset.read': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'dataset.manage': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'records.write': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'records.assign': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'record.annotate': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'response.change': { nobody: 'no', annotator: 'author', admin: 'member or author', owner: 'yes' },
  'responses.readAll': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'answers.resolve': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'metadata.readHidden': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
}

/**
 * Whether a user may do something. Does not check whether the subject exists.
 *
 * @param user - undefined for a request without credentials
 */
export function can(user: { role: Role } | undefined, action: Action, subject: Subject = {}): boolean {
  const { isMember = false, isAuthor = false } = subject
  switch (PERMISSIONS[action][user?.role ?? 'nobody']) {
    case 'yes':
      return true
    case 'no':
      return false
    case 'member':
      return isMember
    case 'author':
      return isAuthor
    case 'member or author':
      return isMember || isAuthor
  }
}

/** Whether a role allows less than another one. */
export function hasFewerRights(role: Role, than: Role): boolean {
  return ROLES_BY_RIGHTS.indexOf(role) < ROLES_BY_RIGHTS.indexOf(than)
}

/** Whether a role needs no memberships: it can see and work in every workspace. */
export function isForAllWorkspaces(role: Role): boolean {
  return can({ role }, 'workspaces.readAll')
}

/**
 * Whether a user may give somebody a role in some workspaces, by an invitation: owners any, admins only that of an annotator, in at least
 * one of their own workspaces.
 *
 * @param areOwn - for each of the workspaces, whether the user sees it
 */
export function mayInvite(user: { role: Role }, role: Role, areOwn: readonly boolean[]): boolean {
  return can(user, 'access.manage', { isMember: isOnlyInOwn({ role }, areOwn) })
}

/**
 * Whether somebody works for a user only: an annotator with at least one workspace, each of which is the user's own.
 *
 * @param areOwn - for each of the annotator's workspaces, whether the user is a member of it
 */
export function isOnlyInOwn(person: { role: Role }, areOwn: readonly boolean[]): boolean {
  return person.role === 'annotator' && areOwn.length > 0 && areOwn.every(Boolean)
}
