import type { Json } from '@postil/contract/shapes'
import { describe, expect, it } from 'vitest'
import { guessPlan } from '../guess/guess'
import { Profiler } from '../read/profile'
import { cellWords } from './cell-words'

const TEXT = 'The 🎉 of Waltengoo Nar in Sonmarg'
const MARKS: Json = [
  { label: 'location', start: 9, end: 22 },
  { label: 'location', start: 26, end: 33 },
]

function planOf(rows: readonly Json[][]) {
  const profiler = new Profiler()
  for (const [line, cells] of rows.entries()) profiler.add({ line, cells })
  return guessPlan({ rows: rows.length, columns: profiler.profiles(['text', 'entities']), answers: [] }, 'foreign')
}

describe('a cell of the preview', () => {
  const plan = planOf([
    [TEXT, MARKS],
    ['Nothing of note in here', []],
  ])
  it.each<[string, Json | undefined, string]>([
    ['shows marks as the words they mark, also after an emoji', MARKS, 'Waltengoo Nar (location), Sonmarg (location)'],
    ['shows nothing when nothing is marked', [], ''],
    ['shows nothing when it is missing', undefined, ''],
    ['shows as it is what is not a mark', [{ label: 'location' }], '[{"label":"location"}]'],
    [
      'shows as it is a mark outside of the text',
      [{ label: 'x', start: 90, end: 95 }],
      '[{"label":"x","start":90,"end":95}]',
    ],
    ['shows words as they are', 'words', 'words'],
  ])('%s', (_, cell, shown) => {
    expect(cellWords(plan, [TEXT, cell], 1)).toBe(shown)
  })

  it('shows lists of a column without a question as they are', () => {
    const plain = { ...plan, columns: plan.columns.map((one) => ({ ...one, use: { kind: 'nothing' as const } })) }
    expect(cellWords(plain, [TEXT, ['a', 'b']], 1)).toBe('["a","b"]')
  })
})
