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
 * Users, for owners. Creating one is marked `outsideTransaction`, so that its reply, which contains an API key, is never stored for
 * retries; the handler opens its own transaction.
 */
export const userRoutes = {
  listUsers: defineRoute({
    method: 'GET',
    path: '/api/v1/users',
    summary: 'Every user, oldest first.',
    tag: 'Users',
    access: { can: 'users.manage' },
    reply: Users,
    status: 200,
    errors: [],
  }),
  getUser: defineRoute({
    method: 'GET',
    path: '/api/v1/users/{user_id}',
    summary: 'One user.',
    tag: 'Users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: UserBody,
    status: 200,
    errors: ['not_found'],
  }),
  createUser: defineRoute({
    method: 'POST',
    path: '/api/v1/users',
    summary: "Create a user. The reply contains the user's API key as `api_key`; no later reply does.",
    tag: 'Users',
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
    summary: "Change a user. A new password ends the user's sessions. The role of the last owner cannot be changed.",
    tag: 'Users',
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
    summary: 'Delete a user. Their responses stay, without a user. The last owner cannot be deleted.',
    tag: 'Users',
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
    tag: 'Users',
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
    tag: 'Classic users',
    access: { can: 'users.manage' },
    reply: z.array(ClassicUserBody),
    status: 200,
    errors: [],
  }),
  classicCreateUser: defineRoute({
    method: 'POST',
    path: '/api/users',
    summary:
      "Create a user and link them to workspaces by name. Nothing is created when a workspace is unknown. The reply contains the user's API key as `api_key`; no later reply does.",
    tag: 'Classic users',
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
    tag: 'Classic users',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: ClassicUserBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
}
