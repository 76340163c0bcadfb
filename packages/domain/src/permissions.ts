import type { Access } from '@postil/contract/route'

export type Role = 'owner' | 'admin' | 'annotator'

/** What decides whether a call is allowed. */
export interface Caller {
  /** Who may call the route, as the contract says. */
  who: Access['who']
  role: Role
  /** The caller is linked to the workspace of the resource. Owners need no link. */
  isMember: boolean
  /** The resource is a response and the caller gave it. */
  isAuthor: boolean
}

/** True when this caller may call a route of this access (feedback-api §1.3). Whether the resource exists is not asked here. */
export function mayCall({ who, role, isMember, isAuthor }: Caller): boolean {
  if (role === 'owner') return true
  switch (who) {
    case 'public':
    case 'user':
      return true
    case 'owner':
      return false
    case 'member':
      return isMember
    case 'manager':
      return isMember && role === 'admin'
    case 'author':
      return isAuthor || (isMember && role === 'admin')
  }
}
