import type { Access } from '@postil/contract/route'
import { expect, it } from 'vitest'
import { mayCall, type Role } from './permissions'

/** Who may call, by role and membership: owner · admin in, out · annotator in, out (nobody here is the author). */
const table: [
  who: Access['who'],
  owner: boolean,
  adminIn: boolean,
  adminOut: boolean,
  annotatorIn: boolean,
  annotatorOut: boolean,
][] = [
  ['public', true, true, true, true, true],
  ['user', true, true, true, true, true],
  ['owner', true, false, false, false, false],
  ['member', true, true, false, true, false],
  ['manager', true, true, false, false, false],
  ['author', true, true, false, false, false],
]

it.each(table)('%s: one row of the table of roles [P5]', (who, owner, adminIn, adminOut, annotatorIn, annotatorOut) => {
  const may = (role: Role, isMember: boolean) => mayCall({ who, role, isMember, isAuthor: false })
  expect(may('owner', true)).toBe(owner)
  expect(may('owner', false)).toBe(owner)
  expect(may('admin', true)).toBe(adminIn)
  expect(may('admin', false)).toBe(adminOut)
  expect(may('annotator', true)).toBe(annotatorIn)
  expect(may('annotator', false)).toBe(annotatorOut)
})

it.each<[Access['who'], Role, isMember: boolean, expected: boolean]>([
  ['author', 'annotator', true, true],
  ['author', 'annotator', false, true],
  ['author', 'admin', false, true],
  ['manager', 'annotator', true, false],
  ['member', 'annotator', false, false],
  ['owner', 'annotator', true, false],
])('%s as %s (member: %s): being the author gives %s', (who, role, isMember, expected) => {
  expect(mayCall({ who, role, isMember, isAuthor: true })).toBe(expected)
})
