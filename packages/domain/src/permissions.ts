import type { Action } from '@postil/contract/route'

export type Role = 'owner' | 'admin' | 'annotator'

/** The subject of an action, relative to the user. */
export interface Subject {
  /** The user is linked to the workspace that it belongs to. Owners need no link. */
  isMember?: boolean
  /** It is a response that the user gave. */
  isAuthor?: boolean
}

/** Who may: everyone with the role, no one, or only members of the workspace or the author of the response. */
type Grant = 'yes' | 'no' | 'member' | 'author' | 'member or author'

/** Who can do what (feedback-api §1.3): the one table that the server enforces and the browser shows. */
export const PERMISSIONS: Record<Action, { nobody: 'yes' | 'no' } & Record<Role, Grant>> = {
  'server.visit': { nobody: 'yes', annotator: 'yes', admin: 'yes', owner: 'yes' },
  'server.use': { nobody: 'no', annotator: 'yes', admin: 'yes', owner: 'yes' },
  'people.invite': { nobody: 'no', annotator: 'no', admin: 'yes', owner: 'yes' },
  'users.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'workspaces.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'jobs.manage': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'events.read': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'workspaces.readAll': { nobody: 'no', annotator: 'no', admin: 'no', owner: 'yes' },
  'workspace.read': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'members.manage': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'dataset.read': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'dataset.manage': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'records.write': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'record.annotate': { nobody: 'no', annotator: 'member', admin: 'member', owner: 'yes' },
  'response.change': { nobody: 'no', annotator: 'author', admin: 'member or author', owner: 'yes' },
  'responses.readAll': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'answers.resolve': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
  'metadata.readHidden': { nobody: 'no', annotator: 'no', admin: 'member', owner: 'yes' },
}

/**
 * Whether a user may do something. Does not check whether the subject exists.
 *
 * @param user - undefined: nobody is signed in
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
