import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const elsewhere = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])(testing|wire)[\\/]/.test(path),
)

/** Only old clients need the names of error classes and their prefix. */
it.each([/classic: \{ name: '/, /argilla\.api\.errors/])(
  'forms of errors for old clients are named nowhere else: %s',
  (form) => {
    expect(elsewhere).toContain(['http', 'calls', 'mount.ts'].join(sep))
    expect(elsewhere.filter((path) => form.test(readFileSync(join(source, path), 'utf8')))).toEqual([])
  },
)
