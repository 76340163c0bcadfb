import { describe, expect, it } from 'vitest'
import { findProvedIds, parseChecklist } from './checklist.mjs'

describe('parseChecklist', () => {
  it('reads one statement a line and several on one line', () => {
    const text =
      '# Title\nWords.\n\n## Q. First\n- Q1 one\n- Q2 two Z9 inside\n\n## Z. Last\n- Z1 one · Z2 two, - Z3\n- no id\n'
    expect(parseChecklist(text)).toEqual([
      { title: 'Q. First', ids: ['Q1', 'Q2'] },
      { title: 'Z. Last', ids: ['Z1', 'Z2'] },
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
