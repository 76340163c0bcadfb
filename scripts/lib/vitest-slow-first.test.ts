import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.mjs'
import { SLOW, slowFirst } from './vitest-slow-first.mjs'

const [longest = '', second = ''] = SLOW

it.each(SLOW)('the slow test exists: %s', (path) => {
  expect(existsSync(join(root, path))).toBe(true)
})

it('puts slow files first, the longest before the others, and leaves the rest in order', () => {
  const paths = ['e2e/z.test.ts', second, 'e2e/a.test.ts', longest]
  const sorted = slowFirst(paths.map((path) => ({ moduleId: `/some/where/${path}` })))
  expect(sorted.map(({ moduleId }) => moduleId.replace('/some/where/', ''))).toEqual([
    longest,
    second,
    'e2e/z.test.ts',
    'e2e/a.test.ts',
  ])
})
