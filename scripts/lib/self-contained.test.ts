import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.mjs'

const SOURCES = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.html', '*.md']
/** A relative path in quotes or in a Markdown link. */
const RELATIVE_PATH = /['"`(]((?:\.\.?\/)+\w[^'"`()\s]*)/g
/** A path outside the project's folder. */
const OUT_OF_ROOT = /\broot, ['"`]\.\./

/** The references of a source file to paths outside the project. */
function outsideOf(file: string, text: string): string[] {
  const paths = [...text.matchAll(RELATIVE_PATH)].map(([, path = '']) => path)
  const outside = paths.filter((path) => relative(root, join(root, file, '..', path)).startsWith('..'))
  return OUT_OF_ROOT.test(text) ? [...outside, 'root, ..'] : outside
}

it.each([
  ['e2e/support/x.ts', "new URL('../../../shared/data/', import.meta.url)", 1],
  ['e2e/support/x.ts', "join(root, '../shared/data')", 1],
  ['e2e/support/x.ts', "import { run } from '../../scripts/lib/run.mjs'", 0],
  ['docs/x.md', '[spec](../../shared/SPEC.md), [readme](../README.md)', 1],
])('in %s, %s leads outside %i times', (file, text, times) => {
  expect(outsideOf(file, text)).toHaveLength(times)
})

it('a clone needs nothing beside it: no file of the project refers to one outside', () => {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(files.length).toBeGreaterThan(500)
  // These files contain such paths as examples.
  const examples = ['scripts/lib/self-contained.test.ts', 'scripts/lib/import-rules.test.ts']
  const found = files
    .filter((file) => !examples.includes(file))
    .flatMap((file) => outsideOf(file, readFileSync(join(root, file), 'utf8')).map((path) => `${file}: ${path}`))
  expect(found).toEqual([])
})
