import { z } from 'zod'
import { defineRoute } from '../route'
import { list, refuseNulls } from '../shapes'
import {
  ClassicUserBody,
  NewUser,
  password,
  personName,
  role,
  UserBody,
  UserParams,
  Users,
  username,
  Workspaces,
  workspaceName,
} from './shapes'

const UserChanges = z
  .object({
    first_name: personName().nullable().optional(),
    last_name: personName().nullable().optional(),
    username: username().nullable().optional(),
    role: role().nullable().optional(),
    password: password().nullable().optional(),
  })
  .superRefine(refuseNulls(['first_name', 'username', 'role', 'password']))

/**
 * Users, for owners. Creating is marked `outsideTransaction`, so that its reply, which holds a key, is never kept for a retry: the handler opens its
 * own transaction.
 */
export const userRoutes = {
  listUsers: defineRoute({
    method: 'GET',
    path: '/api/v1/users',
    summary: 'Every user, oldest first.',
    tag: 'users',
    access: { can: 'users.manage' },
    reply: Users,
    status: 200,
    errors: [],
  }),
  getUser: defineRoute({
    method: 'GET',
    path: '/api/v1/users/{user_id}',
    summary: 'One user.',
    tag: 'users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: UserBody,
    status: 200,
    errors: ['not_found'],
  }),
  createUser: defineRoute({
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Add a user. The reply holds an API key of theirs as `api_key`: it is in this reply and nowhere else.',
    tag: 'users',
    access: { can: 'users.manage' },
    body: NewUser,
    outsideTransaction: true,
    reply: UserBody,
    status: 201,
    errors: ['conflict'],
  }),
  updateUser: defineRoute({
    method: 'PATCH',
    path: '/api/v1/users/{user_id}',
    summary: 'Change a user. A new password ends their sessions; the last owner stays an owner.',
    tag: 'users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    body: UserChanges,
    reply: UserBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  deleteUser: defineRoute({
    method: 'DELETE',
    path: '/api/v1/users/{user_id}',
    summary: 'Delete a user; their responses stay, without a name. The last owner cannot be deleted.',
    tag: 'users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: UserBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  listUserWorkspaces: defineRoute({
    method: 'GET',
    path: '/api/v1/users/{user_id}/workspaces',
    summary: "A user's workspaces; all of them when that user is an owner.",
    tag: 'users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: Workspaces,
    status: 200,
    errors: ['not_found'],
  }),
  classicListUsers: defineRoute({
    method: 'GET',
    path: '/api/users',
    summary: 'Every user, oldest first.',
    tag: 'classic users',
    access: { can: 'users.manage' },
    reply: z.array(ClassicUserBody),
    status: 200,
    errors: [],
  }),
  classicCreateUser: defineRoute({
    method: 'POST',
    path: '/api/users',
    summary:
      'Add a user and link them to workspaces by name; nothing is created when one of those is unknown. The reply holds an API key of theirs as `api_key`: it is in this reply and nowhere else.',
    tag: 'classic users',
    access: { can: 'users.manage' },
    body: NewUser.extend({ workspaces: list(workspaceName()).nullable().optional() }),
    outsideTransaction: true,
    reply: ClassicUserBody,
    status: 200,
    errors: ['conflict', 'invalid'],
  }),
  classicDeleteUser: defineRoute({
    method: 'DELETE',
    path: '/api/users/{user_id}',
    summary: 'Delete a user.',
    tag: 'classic users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: ClassicUserBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
}
