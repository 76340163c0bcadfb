import type { Action } from '@postil/contract/route'
import { expect, it } from 'vitest'
import {
  can,
  hasFewerRights,
  isForAllWorkspaces,
  isOnlyInOwn,
  mayInvite,
  PERMISSIONS,
  ROLES_BY_RIGHTS,
  type Role,
} from './permissions'

/** The table of the specification, by role and membership in the workspace (in, out). In these cases the user is not the author. */
const table: [
  actions: Action[],
  owner: boolean,
  adminIn: boolean,
  adminOut: boolean,
  annotatorIn: boolean,
  annotatorOut: boolean,
][] = [
  [['server.visit', 'server.use'], true, true, true, true, true],
  // The service decides which users, workspaces and deleted datasets an admin gets.
  [['people.invite', 'bin.read'], true, true, true, false, false],
  [
    ['users.manage', 'workspaces.manage', 'jobs.manage', 'events.read', 'webhooks.manage', 'workspaces.readAll'],
    true,
    false,
    false,
    false,
    false,
  ],
  [['workspace.read', 'dataset.read', 'record.annotate'], true, true, false, true, false],
  [
    ['access.manage', 'members.manage', 'dataset.manage', 'records.write', 'records.assign'],
    true,
    true,
    false,
    false,
    false,
  ],
  [['responses.readAll', 'answers.resolve', 'metadata.readHidden'], true, true, false, false, false],
  [['response.change'], true, true, false, false, false],
]
const rows = table.flatMap(([actions, ...expected]) => actions.map((action) => [action, ...expected] as const))

it.each(rows)(
  '%s: one row of the table of roles [P5]',
  (action, owner, adminIn, adminOut, annotatorIn, annotatorOut) => {
    const may = (role: Role, isMember: boolean) => can({ role }, action, { isMember })
    expect(may('owner', true)).toBe(owner)
    expect(may('owner', false)).toBe(owner)
    expect(may('admin', true)).toBe(adminIn)
    expect(may('admin', false)).toBe(adminOut)
    expect(may('annotator', true)).toBe(annotatorIn)
    expect(may('annotator', false)).toBe(annotatorOut)
    expect(can(undefined, action)).toBe(action === 'server.visit')
  },
)

it('has a row of the specification for every action', () => {
  expect(rows.map(([action]) => action).sort()).toEqual(Object.keys(PERMISSIONS).sort())
})

it.each<[Action, Role, isMember: boolean, expected: boolean]>([
  ['response.change', 'annotator', true, true],
  ['response.change', 'annotator', false, true],
  ['response.change', 'admin', false, true],
  ['dataset.manage', 'annotator', true, false],
  ['dataset.read', 'annotator', false, false],
  ['users.manage', 'annotator', true, false],
])('%s as %s (member: %s): being the author gives %s', (action, role, isMember, expected) => {
  expect(can({ role }, action, { isMember, isAuthor: true })).toBe(expected)
})

it.each<[Role, areOwn: boolean[], expected: boolean]>([
  ['annotator', [true], true],
  ['annotator', [true, true], true],
  ['annotator', [true, false], false],
  ['annotator', [false], false],
  ['annotator', [], false],
  ['admin', [true], false],
  ['owner', [true], false],
  ['owner', [], false],
])('an %s in workspaces of which one’s own are %j is an annotator only there: %s', (role, areOwn, expected) => {
  expect(isOnlyInOwn({ role }, areOwn)).toBe(expected)
})

it('orders the roles by what the table allows them', () => {
  const rightsOf = (role: Role) =>
    rows.map(([action]) => action).filter((action) => can({ role }, action, { isMember: true, isAuthor: true }))
  for (const role of ROLES_BY_RIGHTS)
    for (const other of ROLES_BY_RIGHTS) {
      const [rights, others] = [rightsOf(role), rightsOf(other)]
      const isLess = rights.length < others.length && rights.every((action) => others.includes(action))
      expect(hasFewerRights(role, other)).toBe(isLess)
    }
})

it('has a role for all workspaces if it sees and annotates in each without a membership', () => {
  for (const role of ROLES_BY_RIGHTS)
    for (const action of ['workspace.read', 'dataset.read', 'record.annotate'] as const)
      expect(can({ role }, action)).toBe(isForAllWorkspaces(role))
})

it.each<[Role, invited: Role, areOwn: boolean[], expected: boolean]>([
  ['owner', 'owner', [], true],
  ['owner', 'annotator', [false], true],
  ['admin', 'annotator', [true, true], true],
  ['admin', 'annotator', [true, false], false],
  ['admin', 'annotator', [], false],
  ['admin', 'admin', [true], false],
  ['annotator', 'annotator', [true], false],
])('an %s may invite an %s to workspaces of which one’s own are %j: %s', (role, invited, areOwn, expected) => {
  expect(mayInvite({ role }, invited, areOwn)).toBe(expected)
})
