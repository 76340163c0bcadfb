import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countIn, filterWords } from '../../../find/filters/filter-words.ts'
import {
  rangeGrid,
  readRange,
  readTerms,
  replaceFilters,
  writeRange,
  writeTerms,
} from '../../../find/filters/filters.ts'
import { listValues } from '../../../find/filters/list-values.ts'
import { makeHighlighter } from '../../../find/highlighter.ts'
import type { FilterScope, RecordFilter } from '../../../find/query.ts'
import { placeKey } from '../../../find/sort/sort-keys.ts'
import { needsSearch } from '../records/record-query.ts'
import { sortKeys } from './FeedbackSort.tsx'
import { facetRequests, filterEntries, filterMenus, filterName } from './filter-entries.ts'
import { toSearchBody } from './search-body.ts'
import { unknownConditions } from './use-search-settings.ts'

const dates = { inserted_at: '', updated_at: '', dataset_id: 'd' }
const property = (name: string, settings: MetadataProperty['settings']): MetadataProperty => ({
  id: name,
  name,
  title: `The ${name}`,
  settings,
  visible_for_annotators: true,
  ...dates,
})
const question = (name: string, settings: Question['settings']): Question => ({
  id: name,
  name,
  title: `The ${name}`,
  description: null,
  required: true,
  settings,
  ...dates,
})
const options = ['a', 'b'].map((value) => ({ value, text: value.toUpperCase(), description: null }))
const QUESTIONS = [
  question('intent', { type: 'label_selection', options, visible_options: null }),
  question('tags', { type: 'multi_label_selection', options, visible_options: null, options_order: 'natural' }),
  question('stars', { type: 'rating', options: [{ value: 1 }, { value: 2 }] }),
  question('note', { type: 'text', use_markdown: false }),
  question('rank', { type: 'ranking', options }),
]
const PROPERTIES = [
  property('split', { type: 'terms', values: ['train', 'test'] }),
  property('length', { type: 'integer', min: null, max: null }),
]
const ENTRIES = filterEntries(PROPERTIES, QUESTIONS, false)
const split: FilterScope = { scope: 'metadata', name: 'split' }
const tags: FilterScope = { scope: 'response', name: 'tags' }

describe('the body of a search', () => {
  it('puts all conditions into one request [C18]', () => {
    const body = toSearchBody({
      text: { q: 'card', field: 'text' },
      similarity: { recordId: 'r', vector: 'v', limit: 50, order: 'least' },
      filters: [
        { scope: 'metadata', name: 'length', ge: 1, le: 5 },
        { scope: 'response', name: 'intent', terms: ['a'] },
        { scope: 'suggestion', name: 'intent', property: 'agent', terms: ['bot'] },
      ],
      sort: [{ scope: 'suggestion', name: 'intent', property: 'score', order: 'desc' }],
    })
    expect(body).toEqual({
      query: {
        text: { q: 'card', field: 'text' },
        vector: { name: 'v', record_id: 'r', max_results: 50, order: 'least_similar' },
      },
      filters: {
        and: [
          { type: 'range', scope: { entity: 'metadata', metadata_property: 'length' }, ge: 1, le: 5 },
          { type: 'terms', scope: { entity: 'response', question: 'intent' }, values: ['a'] },
          { type: 'terms', scope: { entity: 'suggestion', question: 'intent', property: 'agent' }, values: ['bot'] },
        ],
      },
      sort: [{ scope: { entity: 'suggestion', question: 'intent', property: 'score' }, order: 'desc' }],
    })
  })

  it('is a range with bounds and a list of terms without [V11]', () => {
    const types = toSearchBody({
      filters: [
        { ...split, ge: 0, le: 0 },
        { ...split, terms: ['0'] },
      ],
      sort: [],
    }).filters?.and?.map(({ type }) => type)
    expect(types).toEqual(['range', 'terms'])
  })

  it('is not needed without conditions', () => {
    expect(needsSearch({ filters: [], sort: [] })).toBe(false)
    expect(needsSearch({ filters: [], sort: [], text: { q: 'a' } })).toBe(true)
  })
})

describe('what can be filtered and sorted by', () => {
  it('offers label, multi-label and rating questions only [V10]', () => {
    expect(ENTRIES.response.map(({ name }) => name)).toEqual(['intent', 'tags', 'stars'])
    expect(ENTRIES.suggestion.map(({ name }) => name)).toEqual(['intent', 'tags', 'stars'])
  })

  it('counts everything the screen shows in one request', () => {
    expect(facetRequests(ENTRIES)).toHaveLength(2 + 3 + 3 * 3)
  })

  it('sorts by times, metadata, suggestion scores and ratings', () => {
    expect(sortKeys(PROPERTIES, QUESTIONS).map(({ scope, name, property }) => `${scope} ${name} ${property}`)).toEqual([
      'record  inserted_at',
      'record  updated_at',
      'metadata split value',
      'metadata length value',
      'suggestion intent score',
      'suggestion tags score',
      'suggestion stars score',
      'suggestion stars value',
      'response stars value',
    ])
  })

  it('puts a key at another place, and knows no place beyond the ends', () => {
    const sort = ['a', 'b', 'c'].map((name) => ({ scope: 'metadata', name, property: 'value', order: 'asc' }) as const)
    const placed = (from: number, to: number) => placeKey(sort, from, to).map(({ name }) => name)
    expect(placed(2, 1)).toEqual(['a', 'c', 'b'])
    expect(placed(0, 2)).toEqual(['b', 'c', 'a'])
    expect(placed(2, 0)).toEqual(['c', 'a', 'b'])
    for (const to of [-1, 0, 3]) expect(placeKey(sort, 0, to)).toBe(sort)
  })
})

describe('filters', () => {
  it('replace those about the same thing, at their place', () => {
    const before: RecordFilter[] = [
      { ...split, terms: ['train'] },
      { ...tags, terms: ['a'] },
    ]
    expect(replaceFilters(before, split, [{ ...split, terms: ['test'] }])).toEqual([
      { ...split, terms: ['test'] },
      { ...tags, terms: ['a'] },
    ])
    expect(replaceFilters(before, split, [])).toEqual([{ ...tags, terms: ['a'] }])
  })

  it('ask for all of several labels with a filter for each', () => {
    const all = writeTerms(tags, { values: ['a', 'b'], mode: 'all' })
    expect(all).toEqual([
      { ...tags, terms: ['a'] },
      { ...tags, terms: ['b'] },
    ])
    expect(readTerms(all, tags)).toEqual({ values: ['a', 'b'], mode: 'all' })
  })

  it('have no range that leaves nothing out, and always both ends', () => {
    const bounds = [0, 10] as const
    expect(writeRange(split, [0, 10], bounds)).toEqual([])
    expect(writeRange(split, [3, 10], bounds)).toEqual([{ ...split, ge: 3, le: 10 }])
    expect(readRange([{ ...split, ge: 3 }], split, bounds)).toEqual([3, 10])
  })

  it('have steps that leave no value outside', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (min, width) => {
          const grid = rangeGrid(min, min + width, false)
          expect(grid.min).toBeLessThanOrEqual(min)
          expect(grid.max).toBeGreaterThanOrEqual(min + width)
          expect(grid.step).toBeGreaterThan(0)
        },
      ),
    )
    expect(rangeGrid(2, 9, true)).toEqual({ min: 2, max: 9, step: 1 })
    expect(rangeGrid(0, 1, false)).toEqual({ min: 0, max: 1, step: 0.01 })
  })

  it('list the values of the settings, those that records have, and those wanted all the same', () => {
    const listed = listValues([{ value: 'a', text: 'A' }], [{ value: 'z', count: 3 }], { wanted: ['gone'] })
    expect(listed).toEqual([
      { value: 'z', text: 'z', count: 3 },
      { value: 'a', text: 'A', count: 0 },
      { value: 'gone', text: 'gone', count: 0 },
    ])
    const unknown = { wanted: [], isComplete: false }
    expect(listValues([{ value: 'a', text: 'A' }], [], unknown)[0]?.count).toBeUndefined()
    expect(listValues([{ value: 'a', text: 'A' }], undefined, { wanted: [] })).toEqual([
      { value: 'a', text: 'A', count: undefined },
    ])
  })

  it.each([
    ['the most frequent first, without a record last', {}, 'c d b a e'],
    ['what was wanted at the opening before them', { first: ['a', 'c'] }, 'c a d b e'],
  ])('put %s', (_, more, order) => {
    const options = ['a', 'b', 'c', 'd'].map((value) => ({ value, text: value }))
    const counted = [
      { value: 'c', count: 9 },
      { value: 'd', count: 9 },
      { value: 'b', count: 2 },
      { value: 'e', count: 0 },
    ]
    const listed = listValues(options, counted, { wanted: ['b'], ...more })
    expect(listed.map(({ value }) => value).join(' ')).toBe(order)
  })

  it('are named by their titles, one line for each thing', () => {
    const filters = [
      ...writeTerms(tags, { values: ['a', 'b'], mode: 'all' }),
      { scope: 'suggestion', name: 'intent', property: 'score', ge: 0.5, le: 1 } as const,
    ]
    expect(
      filterWords(filters, filterMenus(ENTRIES, false), (filter) => filterName(filter, ENTRIES)).map(
        ({ text }) => text,
      ),
    ).toEqual(['Your The tags: all of A, B', 'Score of The intent: 0.5 – 1'])
    expect(countIn('response', filters)).toBe(1)
  })
})

describe('conditions a dataset does not know', () => {
  const settings = { fields: [], questions: QUESTIONS, properties: PROPERTIES, vectors: [] }
  const known = { filters: [{ ...split, terms: ['train'] }], sort: [] }

  it('are named and left out, the others stay', () => {
    const found = unknownConditions(
      {
        text: { q: 'card', field: 'gone' },
        filters: [...known.filters, { scope: 'response', name: 'lost', terms: ['a'] }],
        sort: [{ scope: 'metadata', name: 'lost', property: 'value', order: 'asc' }],
        similarity: { recordId: 'r', vector: 'v', limit: 10, order: 'most' },
      },
      settings,
    )
    expect(found).toEqual({
      names: ['gone', 'lost', 'v'],
      change: { text: { q: 'card' }, filters: known.filters, sort: [], similarity: undefined },
    })
  })

  it('are not judged before the settings are there', () => {
    const loading = { fields: undefined, questions: undefined, properties: undefined, vectors: undefined }
    expect(unknownConditions(known, loading)).toBeUndefined()
    expect(unknownConditions(known, settings)).toBeUndefined()
  })
})

describe('marks of a text query', () => {
  const shown = (q: string, text: string, field?: string) =>
    makeHighlighter({ q, field }, ['text', 'reply'])({ name: 'text' }, text).map(({ start, end }) =>
      text.slice(start, end),
    )
  it.each([
    ['every word, folded', 'CAFE card', 'the Café card', ['Café', 'card']],
    ['a phrase where it stands', '"my card"', 'card my card', ['my', 'card']],
    ['words that begin like this', 'pay*', 'payment paid', ['payment']],
    ['nothing that is excluded', 'card -virtual', 'virtual card', ['card']],
    ['letters side by side as one', '北京', '我爱北京天安门', ['北京']],
    ['a word in Thai as one', 'สวยงาม', 'ภาษาไทยสวยงามมาก', ['สวยงาม']],
    ['words of Arabic and Devanagari', 'العالم दुनिया', 'مرحبا العالم नमस्ते दुनिया', ['العالم', 'दुनिया']],
    ['no bare punctuation', '"', 'a "b" c', []],
  ])('%s', (_, q, text, marks) => {
    expect(shown(q, text)).toEqual(marks)
  })
  it('only in the field that was searched', () => {
    expect(shown('card', 'card', 'reply')).toEqual([])
    expect(shown('card', 'card', 'text')).toEqual(['card'])
  })
})
