import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { fingerprint } from './fingerprint.mjs'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postil-fingerprint-'))
  mkdirSync(join(folder, 'sub/dist'), { recursive: true })
  writeFileSync(join(folder, 'sub/a.ts'), 'one')
})

afterEach(() => rmSync(folder, { recursive: true }))

function take() {
  return fingerprint([relative(root, folder)])
}

const changes: [what: string, change: () => void][] = [
  ['a file is added', () => writeFileSync(join(folder, 'b.ts'), '')],
  ['a file is removed', () => rmSync(join(folder, 'sub/a.ts'))],
  ['a file grows', () => writeFileSync(join(folder, 'sub/a.ts'), 'three')],
  ['a file is written again', () => utimesSync(join(folder, 'sub/a.ts'), 1, 1)],
]

it.each(changes)('changes when %s', (_what, change) => {
  const before = take()
  change()
  expect(take()).not.toBe(before)
})

it('stays when tests and built files change', () => {
  const before = take()
  writeFileSync(join(folder, 'sub/a.test.ts'), 'test')
  writeFileSync(join(folder, 'sub/dist/a.js'), 'built')
  expect(take()).toBe(before)
})
