import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { readPlace } from '../../../queue/GoToField.tsx'
import { destinationOf, positionOf, type Queue } from './queue.ts'

describe('a typed number', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['007', 7],
    ['0', 1],
    ['-3', 1],
    ['61', 60],
    ['99999999999999999999999', 60],
    ['', undefined],
    [' ', undefined],
    ['seven', undefined],
    ['2.5', undefined],
    ['1e1', undefined],
    ['7 of 60', undefined],
    ['−', undefined],
  ])('“%s” of 60 is %s', (text, expected) => {
    expect(readPlace(text, 60)).toBe(expected)
  })

  it('is never outside', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 1, max: 1e6 }), (typed, last) => {
        const place = readPlace(String(typed), last)
        expect(place).toBeGreaterThanOrEqual(1)
        expect(place).toBeLessThanOrEqual(last)
      }),
    )
  })
})

describe('the place it leads to', () => {
  /** Fetched from position 11 on, of 100; the first two were answered in this visit. */
  const queue: Queue = {
    status: 'pending',
    firstPage: 11,
    isComplete: false,
    records: Array.from({ length: 15 }, (_, index) => record(index)),
    index: 2,
    total: 100,
  }

  it.each([
    ['the shown one', 13, { index: 2 }],
    ['one that was answered', 11, { index: 0 }],
    ['the last fetched', 25, { index: 14 }],
    ['one before the fetched', 4, { page: 4 }],
    ['the first', 1, { page: 1 }],
    ['one behind the fetched', 26, { page: 26 }],
    ['the last, which two fewer come before', 100, { page: 98 }],
  ])('%s', (_, position, expected) => {
    expect(destinationOf(queue, position)).toEqual(expected)
  })

  it('shows every fetched record under its own number', () => {
    for (const index of queue.records.keys()) {
      expect(destinationOf(queue, positionOf({ ...queue, index }))).toEqual({ index })
    }
  })

  it('is the first page of a queue that this visit has emptied', () => {
    const emptied = { ...queue, firstPage: 2, records: [record(0), record(1)], total: 2 }
    expect(destinationOf(emptied, 1)).toEqual({ page: 1 })
  })
})

function record(index: number): AnnotationRecord {
  const answered = { id: `a${index}`, status: 'submitted' as const, values: {}, updatedAt: '' }
  return {
    id: `r${index}`,
    datasetId: 'd',
    externalId: null,
    fields: {},
    metadata: null,
    response: index < 2 ? answered : undefined,
    suggestions: [],
    score: null,
    insertedAt: '',
    updatedAt: '',
  }
}
