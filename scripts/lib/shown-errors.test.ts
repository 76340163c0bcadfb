import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.mjs'

/** The message of an error as it was thrown, which may be a dump of JSON. `reasonOf` and `readError` make it readable. */
const RAW_MESSAGE = /\b(?:error|cause|failure)\??\.message\b|\b(?:error|cause|failure) instanceof Error \?/

/** Code that passes errors on without showing them: from a worker to its page. */
const PASSES_ON = ['packages/web/src/features/importing/engine/failure.ts']

it.each([
  ['toasts.notify({ message: error.message })', true],
  ['{preview.error.message}', true],
  ['const reason = cause instanceof Error ? cause : String(cause)', true],
  ['readable(normaliseError(error).message)', false],
  ['reasonOf(error)', false],
])('%s shows an error as it was thrown: %s', (code, isRaw) => {
  expect(RAW_MESSAGE.test(code)).toBe(isRaw)
})

it('no screen shows the message of an error as it was thrown', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'packages/web/src/features/**/*.ts', 'packages/web/src/features/**/*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((file) => !file.includes('.test.') && !PASSES_ON.includes(file))
  expect(files.length).toBeGreaterThan(200)
  const raw = files.filter((file) => RAW_MESSAGE.test(readFileSync(join(root, file), 'utf8')))
  expect(raw).toEqual([])
})
