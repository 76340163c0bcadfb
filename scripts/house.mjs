// `npm run house`: reports the size of the code, small files with a single importer, and the number of files that a user action
// passes through. `-- --list` names the small files. The figures in docs/architecture.md come from here.
import './lib/ensure-node.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './lib/root.mjs'

// Shorter files belong beside their only importer; larger folders need sub-folders by subject.
const SMALL_LINES = 40
const FOLDER_FILES = 20
const FILE_LINES = 150

const isTest = (/** @type {string} */ path) => /\.test(-d)?\.tsx?$|\/testing\/|test-setup/.test(path)

const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const known = new Set(paths)
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const code = paths.filter((path) => !isTest(path))
const lines = (/** @type {string} */ path) => (sources.get(path) ?? '').split('\n').length - 1
const sum = (/** @type {string[]} */ of) => of.reduce((total, path) => total + lines(path), 0)

/** @type {Map<string, Set<string>>} importers that are not tests, by file */
const importers = new Map()
const loadedLate = new Set() // files loaded on demand, in a separate chunk or thread
const usedByTests = new Set() // files that the code in folders named `testing` is built on
for (const path of paths) {
  if (isTest(path) && !path.includes('/testing/')) continue
  for (const [, call, spec = ''] of (sources.get(path) ?? '').matchAll(
    /(?:from|import|new URL)\s*(\(?)\s*'([^']+)'/g,
  )) {
    const target = resolve(path, spec)
    if (!target || target === path) continue
    if (isTest(path)) {
      usedByTests.add(target)
      continue
    }
    importers.set(target, (importers.get(target) ?? new Set()).add(path))
    if (call) loadedLate.add(target)
  }
}

const single = code.filter((path) => importers.get(path)?.size === 1 && !/\/migrations\/|\/index\.ts$/.test(path))
const small = single.filter((path) => lines(path) < SMALL_LINES && !/routes\.ts$/.test(path))
const unexplained = small.filter((path) => !hasReason(path))
const folderOf = code.map(dirname)
const sizes = [...new Set(folderOf)].map((folder) => `${folderOf.filter((one) => one === folder).length} ${folder}`)
const large = sizes.filter((line) => Number.parseInt(line, 10) > FOLDER_FILES)

console.log(`code       ${code.length} files, ${sum(code)} lines`)
console.log(`tests      ${paths.length - code.length} files, ${sum(paths.filter(isTest))} lines`)
console.log(`single     ${single.length} files have one importer, ${small.length} of them under ${SMALL_LINES} lines`)
console.log(
  `unexplained ${unexplained.length} of these are neither loaded on demand, nor tested alone, nor used by the tests' servers, nor a store or a catalogue, nor one of a file per task, nor imported by a file that is full`,
)
console.log(`folders    of more than ${FOLDER_FILES} files: ${large.join(', ')}`)
for (const [title, files] of gestures()) {
  console.log(`${title}: ${files.length} files`)
  for (const file of files.filter((one) => !known.has(one))) console.log(`  missing: ${file}`)
}
if (process.argv.includes('--list')) console.log(unexplained.join('\n'))

/** Whether there is a reason for a small file with one importer to be separate. @param {string} path */
function hasReason(path) {
  const tests = [path.replace(/\.(tsx?|mjs)$/, '.test.ts'), path.replace(/\.tsx?$/, '.test.tsx')]
  const isLayer = /\.store\.ts$|\.wire\.ts$|\/i18n\//.test(path)
  const isOfTask = /\/(text2text|text-classification|token-classification)\.ts$/.test(path)
  return (
    isLayer ||
    isOfTask ||
    usedByTests.has(path) ||
    loadedLate.has(path) ||
    tests.some((test) => known.has(test)) ||
    hasFullImporter(path)
  )
}

/** Whether its only importer would be longer than a file should be with these lines, too. @param {string} path */
function hasFullImporter(path) {
  const [importer = ''] = importers.get(path) ?? []
  return lines(importer) + lines(path) > FILE_LINES
}

/** The lists of files per user action in docs/architecture.md. @returns {[string, string[]][]} */
function gestures() {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## How large the house is')[1] ?? ''
  const found = [...text.matchAll(/^- \*\*(.+?)\*\*.*?: (.+)$/gm)]
  return found.map(([, title = '', list = '']) => [
    title,
    [...list.matchAll(/`([^`]+)`/g)].map(([, path = '']) => `packages/${path}`),
  ])
}

/** @param {string} from @param {string} spec */
function resolve(from, spec) {
  const own = /^@postil\/([^/]+)(?:\/(.*))?$/.exec(spec)
  if (!own && !spec.startsWith('.')) return undefined
  const path = own ? `packages/${own[1]}/src/${own[2] ?? 'index'}` : normalize(join(dirname(from), spec))
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => known.has(one))
}
