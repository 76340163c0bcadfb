import { can, type Role } from '@postil/domain/permissions'
import type { Client } from '@postil/sdk/client'

/** A user who may have given responses. */
export interface Person {
  id: string
  username: string
}

/** The users whose responses a dataset may contain: all for an owner, else the workspace's members and the user. */
export async function fetchPeople(
  client: Client,
  workspaceId: string,
  user: Person & { role: Role },
): Promise<Person[]> {
  const { items } = can(user, 'users.manage')
    ? await client('GET /api/v1/users')
    : await client('GET /api/v1/workspaces/{workspace_id}/users', { params: { workspace_id: workspaceId } })
  const people = items.map(({ id, username }) => ({ id, username }))
  return people.some(({ id }) => id === user.id) ? people : [...people, { id: user.id, username: user.username }]
}
