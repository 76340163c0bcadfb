import { describe, expect, it } from 'vitest'
import { DEFAULT_SORT, normaliseFilter, queryText, type RecordFilter, toTaskQuery } from './query'

describe('normalising a filter', () => {
  it.each<[string, RecordFilter, RecordFilter]>([
    ['empty stays empty', {}, {}],
    ['empty metadata lists are dropped', { metadata: { a: [], b: ['x'] } }, { metadata: { b: ['x'] } }],
    ['metadata without any value is dropped', { metadata: { a: [] } }, {}],
    ['predicted false is removed', { predicted: false }, {}],
    ['predicted with both is removed', { predicted: ['ok', 'ko'] }, {}],
    ['predicted with one is that one', { predicted: ['ko'] }, { predicted: 'ko' }],
    ['predicted with none is removed', { predicted: [] }, {}],
    ['predicted as text stays', { predicted: 'ok' }, { predicted: 'ok' }],
    ['empty lists are dropped', { status: [], predicted_as: ['a'] }, { predicted_as: ['a'] }],
    ['blank text is dropped', { text: '  ' }, {}],
  ])('%s [V16]', (_, filter, expected) => {
    expect(normaliseFilter(filter)).toEqual(expected)
  })
})

describe('a filter as the server takes it', () => {
  it('has every key the specification names [E7] [E8]', () => {
    const filter: RecordFilter = {
      text: 'card',
      predicted_as: ['a'],
      annotated_as: ['b'],
      annotated_by: ['ana'],
      predicted_by: ['m'],
      status: ['Validated'],
      predicted: ['ok'],
      metadata: { split: ['train'] },
      score: { from: 0.4, to: 0.98 },
      uncovered_by_rules: ['lost'],
    }
    const { text, ...rest } = filter
    expect(toTaskQuery(filter)).toEqual({ ...rest, predicted: 'ok', query_text: 'card' })
  })
  it.each<[string, RecordFilter, string]>([
    ['alone', { similar: { id: 'r 1', vector: 'v' } }, 'NOT id:"r 1"'],
    ['beside a text', { text: 'a OR b', similar: { id: '7', vector: 'v' } }, '(a OR b) AND NOT id:"7"'],
    ['with quotes in its id', { similar: { id: 'a"b\\', vector: 'v' } }, 'NOT id:"a\\"b\\\\"'],
  ])('leaves out the reference of a similarity search, %s [V17]', (_, filter, expected) => {
    expect(queryText(filter)).toBe(expected)
  })
  it('asks for 50 similar records [K4]', () => {
    expect(toTaskQuery({ similar: { id: '7', vector: 'v' } }, [1, 2]).vector).toEqual({
      name: 'v',
      value: [1, 2],
      k: 50,
    })
  })
  it('says ranges of numbers in the text query', () => {
    expect(queryText({ ranges: { 'the year': { from: 1990, to: 2000 } } })).toBe('metadata.the\\ year:[1990 TO 2000]')
  })
})

it('sorts by status, descending, after a reset [T10]', () => {
  expect(DEFAULT_SORT).toEqual([{ id: 'status', order: 'desc' }])
})
