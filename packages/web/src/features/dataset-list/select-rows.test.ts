import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServerTime } from '../../api/server-time.ts'
import type { DatasetRow, Kind } from './dataset-row.ts'
import { INITIAL_STATE, tagText } from './list-state.ts'
import { countValues, filterRows, sortRows } from './select-rows.ts'

function row(name: string, kind: Kind, workspace: string, tags: Record<string, string> = {}, day = 1): DatasetRow {
  const moment = new Date(Date.UTC(2026, 0, day))
  const common = { key: `${workspace}/${name}`, id: name, name, workspace, created: moment, updated: moment }
  const paths = {
    to: `/${name}`,
    settingsTo: `/${name}/settings`,
    progressTo: `/${name}/progress`,
    isDraft: false as const,
  }
  return { ...common, ...paths, kind, tags: Object.entries(tags).map(([key, value]) => ({ key, value })) }
}

const ROWS = [
  row('banking77', 'TextClassification', 'support', { language: 'en', split: 'train' }, 3),
  row('Messages', 'Feedback', 'support', {}, 5),
  row('wnut17', 'TokenClassification', 'news', { language: 'en' }, 4),
  row('Briefe', 'Text2Text', 'news', { language: 'de' }, 2),
]
const names = (rows: readonly DatasetRow[]) => rows.map(({ name }) => name)
const EN = tagText({ key: 'language', value: 'en' })
const DE = tagText({ key: 'language', value: 'de' })

describe('filterRows', () => {
  it.each([
    ['everything', {}, ['banking77', 'Messages', 'wnut17', 'Briefe']],
    ['a part of the name, in any case', { q: 'MESS' }, ['Messages']],
    ['the workspace', { q: 'news' }, ['wnut17', 'Briefe']],
    ['a tag', { q: 'language: d' }, ['Briefe']],
    ['white space around', { q: '  wnut ' }, ['wnut17']],
    ['OR inside a column', { tags: [EN, DE] }, ['banking77', 'wnut17', 'Briefe']],
    ['AND between columns', { tags: [EN, DE], workspaces: ['news'] }, ['wnut17', 'Briefe']],
    ['all together', { tags: [EN], workspaces: ['news'], kinds: ['Text2Text' as const] }, []],
  ])('keeps by %s', (_, part, expected) => {
    expect(names(filterRows(ROWS, { ...INITIAL_STATE, ...part }))).toEqual(expected)
  })
})

describe('countValues', () => {
  it('counts what the other columns let through, and keeps what is chosen', () => {
    const state = { ...INITIAL_STATE, workspaces: ['support', 'gone'], kinds: ['Feedback' as const] }
    expect(countValues(ROWS, state, 'workspaces')).toEqual([
      { value: 'gone', count: 0 },
      { value: 'news', count: 0 },
      { value: 'support', count: 1 },
    ])
    expect(countValues(ROWS, state, 'kinds')).toEqual([
      { value: 'Feedback', count: 1 },
      { value: 'Text2Text', count: 0 },
      { value: 'TextClassification', count: 1 },
      { value: 'TokenClassification', count: 0 },
    ])
  })

  it('promises as many rows as choosing that value alone then shows', () => {
    const part = fc.record({
      q: fc.constantFrom('', 'a', 'news', 'language'),
      workspaces: fc.subarray(['support', 'news']),
      kinds: fc.subarray(['Feedback', 'Text2Text', 'TokenClassification'] as const),
      tags: fc.subarray([EN, DE]),
    })
    fc.assert(
      fc.property(part, (chosen) => {
        const state = { ...INITIAL_STATE, ...chosen }
        for (const { value, count } of countValues(ROWS, state, 'workspaces')) {
          expect(filterRows(ROWS, { ...state, workspaces: [value] })).toHaveLength(count)
        }
        for (const { value, count } of countValues(ROWS, state, 'tags')) {
          expect(filterRows(ROWS, { ...state, tags: [value] })).toHaveLength(count)
        }
      }),
    )
  })
})

describe('sortRows', () => {
  const left = new Map([
    ['banking77', 784],
    ['wnut17', 12],
    ['Briefe', 0],
  ])
  it.each([
    ['updated', false, ['Messages', 'wnut17', 'banking77', 'Briefe']],
    ['updated', true, ['Briefe', 'banking77', 'wnut17', 'Messages']],
    ['name', true, ['banking77', 'Briefe', 'Messages', 'wnut17']],
    ['workspace', true, ['Briefe', 'wnut17', 'banking77', 'Messages']],
    ['kind', true, ['Messages', 'banking77', 'wnut17', 'Briefe']],
    ['left', false, ['banking77', 'wnut17', 'Briefe', 'Messages']],
    ['left', true, ['Briefe', 'wnut17', 'banking77', 'Messages']],
  ] as const)('by %s, ascending %s: unknown last, equals by name', (sort, isAscending, expected) => {
    expect(names(sortRows(ROWS, { sort, isAscending }, ({ name }) => left.get(name)))).toEqual(expected)
  })
})

it.each([
  ['2026-11-21T16:11:34.206262', '2026-11-21T16:11:34.206Z'],
  ['2026-11-21T16:11:34Z', '2026-11-21T16:11:34.000Z'],
  ['2026-11-21T18:11:34+02:00', '2026-11-21T16:11:34.000Z'],
])('reads the server time %s as UTC', (text, iso) => {
  expect(parseServerTime(text).toISOString()).toBe(iso)
})
