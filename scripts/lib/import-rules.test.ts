import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './root.mjs'

const refused: [folder: string, imported: string, reason: string][] = [
  ['contract/src/task', '@postil/domain', 'imports zod and nothing else'],
  ['contract/src', 'node:fs', 'imports zod and nothing else'],
  ['domain/src/answers', '@postil/server/errors', 'imports the contract and nothing else'],
  ['domain/src', 'react', 'imports the contract and nothing else'],
  ['sdk/src', '@postil/domain', 'typed by the contract alone'],
  ['sdk/src', '@postil/importing/upload/upload', 'typed by the contract alone'],
  ['importing/src/upload', '@postil/web', 'no React, no Node, no page'],
  ['importing/src/read', 'react', 'no React, no Node, no page'],
  ['importing/src/export', 'node:fs', 'no React, no Node, no page'],
  ['importing/src/guess', '../../../domain/src/text/fold-text.ts', 'by its name'],
  ['domain/src/answers', '@postil/importing/read/scan', 'imports the contract and nothing else'],
  ['server/src/features/task', '@postil/importing/read/scan', 'The server stands on contract and domain'],
  ['server/src', '@postil/web', 'The server stands on contract and domain'],
  ['server/src/db', '../features/account/users/users.store', 'never the other way round'],
  ['server/src/http', '../features/index.ts', 'never the other way round'],
  ['server/src/search', '@postil/sdk', 'The server stands on contract and domain'],
  ['server/src/features/feedback/responses', '../datasets/datasets.store', 'only through its service'],
  ['server/src/features/feedback/responses', '../../account/users/users.routes.ts', 'only through its service'],
  ['server/src/features/feedback/responses', '../records/read-records', 'never the other way round'],
  ['server/src/features/feedback/suggestions', '../search/read-search', 'never the other way round'],
  ['server/src/features/feedback/records', '../search/read-search', 'never the other way round'],
  ['web/src/app', '@postil/server', 'only over HTTP'],
  ['web/src/features/task', '../../app/router.tsx', 'The app shell puts features together'],
  ['web/src/api', '../features/session/session.ts', 'which know no screen'],
  ['web/src/i18n', '../app/locale.ts', 'which know no screen'],
  ['web/src/ui', '../api/client.ts', 'it knows no screen, no dataset and no network'],
  ['web/src/record', '../features/feedback/use-dataset.ts', 'A room serves every family'],
  ['web/src/find/filters', '../../features/feedback/url/annotation-url.ts', 'A room serves every family'],
  ['web/src/find', '@postil/contract/feedback/settings/fields', 'A room serves every family'],
  ['web/src/spans', '@postil/contract/task/records', 'A room serves every family'],
  ['web/src/queue', '../api/feedback/records.ts', 'A room serves every family'],
  ['web/src/list', '../app/routes.tsx', 'A room serves every family'],
  ['web/src/record', '../form/focus.ts', 'in one direction only'],
  ['web/src/form', '../spans/marks.ts', 'in one direction only'],
  ['web/src/find/filters', '../../list/selection.ts', 'in one direction only'],
  ['web/src/queue', '../list/ListPager.tsx', 'in one direction only'],
  ['web/src/local', '../features/session/session.ts', 'knows no screen and no other room'],
  ['web/src/local', '../queue/RecordPager.tsx', 'knows no screen and no other room'],
  ['web/src/features/bulk', '../annotate/use-work.ts', 'What annotate and bulk share'],
  ['web/src/features/feedback/records', '../../annotate/use-work.ts', 'never the other way round'],
  ['web/src/features/feedback', '../bulk/use-bulk.ts', 'never the other way round'],
  ['web/src/features/task', '../../../../contract/src/limits.ts', 'by its name'],
  ['server/src/features/task', '../../../../domain/src/text/fold-text.ts', 'by its name'],
]

const allowed: [folder: string, imported: string][] = [
  ['contract/src', 'zod'],
  ['contract/src/task', '../errors.ts'],
  ['domain/src', '@postil/contract/limits'],
  ['domain/src', 'fast-check'],
  ['server/src', './features/account/users/users.routes'],
  ['server/src/features/feedback/responses', './responses.store'],
  ['server/src/features/feedback/records', '../responses/save-responses'],
  ['server/src/features/feedback/search', '../records/read-records'],
  ['server/src/features/feedback/records', '../../../search/find-page'],
  ['server/src/features/feedback/responses', '../../../db/tables'],
  ['importing/src/upload', '@postil/sdk/client'],
  ['importing/src/convert', '@postil/domain/answers/check-response'],
  ['importing/src/read', 'hyparquet'],
  ['web/src/app', '../features/session/LoginPage.tsx'],
  ['web/src/features/task', '../../ui/controls/Button.tsx'],
  ['web/src/features/task', '@postil/domain/spans'],
  ['web/src/ui', '../keyboard/keys.ts'],
  ['web/src/spans', '../form/digits.ts'],
  ['web/src/list', '../queue/GoToField.tsx'],
  ['web/src/find/similar', '../../record/RecordFields.tsx'],
  ['web/src/find', '@postil/domain/search/highlight'],
  ['web/src/local', '../api/feedback/responses.ts'],
  ['web/src/features/annotate', '../bulk/BulkView.tsx'],
  ['web/src/features/bulk', '../../list/selection.ts'],
]

/** Files that import each other: `a`, `b` and `c` when they run, `a` and `type-only` also for a type alone. */
const cycle = {
  a: "import { b } from './b'\nexport const a = () => b\nexport type A = typeof a\n",
  b: "import { c } from './c'\nimport { one } from './type-only'\nexport const b = () => [c, one]\n",
  c: "import { a } from './a'\nexport const c = () => a\n",
  'type-only': "import type { A } from './a'\nexport const one = (a: A) => a\n",
}

const RULES = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles']

/** A temporary copy of the folder structure with one file per case, and the linter's report about it. */
let folder = ''
let report = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postil-imports-'))
  // The temporary folder is not a Git repository, so the configuration for Git is left out.
  const { vcs: _, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules))
  for (const [place, imported] of [...refused, ...allowed]) {
    const path = join(folder, fileOf(place, imported))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `import '${imported}'\n`)
  }
  for (const [name, text] of Object.entries(cycle)) writeFileSync(join(folder, `packages/domain/src/${name}.ts`), text)
  const args = ['lint', ...RULES, '--reporter=github', '--max-diagnostics=none', '.']
  report = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' }).stdout
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('imports run one way', () => {
  it.each(refused)('reports packages/%s importing %s', (place, imported, reason) => {
    expect(linesAbout(place, imported)).toEqual([expect.stringContaining(reason)])
  })

  it.each(allowed)('allows packages/%s importing %s', (place, imported) => {
    expect(linesAbout(place, imported)).toEqual([])
  })
})

it('reports files that import each other, also when they import only types', () => {
  const found = report.split('\n').filter((line) => line.includes('part of a cycle'))
  const files = found.map((line) => /packages\/domain\/src\/(.+?)\.ts/.exec(line)?.[1])
  expect([...new Set(files)].toSorted()).toEqual(['a', 'b', 'c', 'type-only'])
})

/** The path of a case's file; its name is derived from the imported module. */
function fileOf(place: string, imported: string): string {
  return `packages/${place}/${imported.replace(/[^a-z]+/gi, '-')}.ts`
}

function linesAbout(place: string, imported: string): string[] {
  return report.split('\n').filter((line) => line.includes(`/${fileOf(place, imported)},`))
}
