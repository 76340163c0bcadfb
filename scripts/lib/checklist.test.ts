import { describe, expect, it } from 'vitest'
import { findProvedIds, measureCoverage, parseChecklist, showsScreens } from './checklist.mjs'

describe('parseChecklist', () => {
  it('reads one statement a line and several on one line', () => {
    const text =
      '# Title\nWords.\n\n## Q. First\n- Q1 web: one\n- Q2 two Z9 inside\n\n## Z. Last\n- Z1 one · Z2 two, - Z3\n- no id\n'
    expect(parseChecklist(text)).toEqual([
      {
        title: 'Q. First',
        statements: [
          { id: 'Q1', isWeb: true },
          { id: 'Q2', isWeb: false },
        ],
      },
      {
        title: 'Z. Last',
        statements: [
          { id: 'Z1', isWeb: false },
          { id: 'Z2', isWeb: false },
        ],
      },
    ])
  })
})

describe('findProvedIds', () => {
  const cases: [title: string, source: string, ids: string[]][] = [
    ['a title', "it('keeps the path [Q3]', () => {})", ['Q3']],
    ['several ids', 'test("both [Q3, Z1] and [Q2,Z4]", f)', ['Q3', 'Z1', 'Q2', 'Z4']],
    ['a title of its own line', 'it.each(cases)(\n  `%s [Q1]`,\n  f)', ['Q1']],
    ['a row of a table', "it.each([\n  ['row [Q5]', 1],\n])('%s', f)", ['Q5']],
    ['a test that is skipped', "it.skip('skipped [Q3]', f)", []],
    ['a test not yet written', "it.todo('todo [Q3]')", []],
    ['a comment', "// it('gone [Q3]', f)\n/* it('gone [Q4]', f) */", []],
    ['code that looks alike', 'const value = rows[Q3]', []],
    ['an address before a title', "get('http://x'); it('serves [Q6]', f)", ['Q6']],
  ]
  it.each(cases)('%s', (_title, source, ids) => {
    expect(findProvedIds(source)).toEqual(ids)
  })
})

describe('measureCoverage', () => {
  const sections = parseChecklist('## Q. First\n- Q1 web: one\n- Q2 two\n')
  const title = "it('both [Q1, Q2]', f)"

  it('counts a statement marked web only where a screen is shown', () => {
    const unit = { path: 'packages/domain/src/x.test.ts', source: title }
    expect(measureCoverage(sections, [unit])).toMatchObject({ proved: 1, total: 2, missing: ['Q1'] })
    const journey = { path: 'e2e/x.test.ts', source: title }
    expect(measureCoverage(sections, [unit, journey])).toMatchObject({ proved: 2, missing: [] })
  })

  it('names ids that are not in the checklist', () => {
    const file = { path: 'e2e/x.test.ts', source: "it('gone [Q7]', f)" }
    expect(measureCoverage(sections, [file]).unknown).toEqual(['Q7'])
  })
})

describe('showsScreens', () => {
  const opening = "import { openApp } from '../app/testing/open-app.tsx'"
  const cases: [title: string, path: string, source: string, shown: boolean][] = [
    ['a journey', 'e2e/session.test.ts', '', true],
    ['a component test that opens a screen', 'packages/web/src/app/app.test.tsx', opening, true],
    ['a component by itself', 'packages/web/src/ui/overlays/Tooltip.test.tsx', "import { render } from 'x'", false],
    ['a rule', 'packages/domain/src/x.test.ts', opening, false],
  ]
  it.each(cases)('%s', (_title, path, source, shown) => {
    expect(showsScreens({ path, source })).toBe(shown)
  })
})
