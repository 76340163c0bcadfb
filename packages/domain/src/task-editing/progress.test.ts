import { describe, expect, it } from 'vitest'
import { DEFAULT_PAGE_SIZE, lastPage, MAX_RECORDS, offsetOf, PAGE_SIZES, pageNumbers } from './pagination'
import { annotationProgress, doneShare } from './progress'

describe('the progress of a dataset', () => {
  it('counts validated and discarded records, and labels by how often they are annotated [E19] [E9]', () => {
    const progress = annotationProgress(10, {
      status: { Default: 6, Validated: 3, Discarded: 1 },
      annotated_as: { a: 1, b: 2, c: 0 },
    })
    expect(progress).toEqual({
      total: 10,
      validated: 3,
      discarded: 1,
      annotatedAs: [
        ['b', 2],
        ['a', 1],
      ],
    })
    expect(doneShare(progress)).toBe(0.4)
  })
  it('is nothing before the counts are known [E9]', () => {
    const progress = annotationProgress(0, undefined)
    expect(progress).toEqual({ total: 0, validated: 0, discarded: 0, annotatedAs: [] })
    expect(doneShare(progress)).toBe(0)
  })
})

describe('pages', () => {
  it.each([
    [{ size: 10, page: 1 }, 0],
    [{ size: 20, page: 3 }, 40],
  ])('%j begins after %i records [E17]', (pagination, offset) => {
    expect(offsetOf(pagination)).toBe(offset)
  })
  it('come in five sizes, ten records at first, and end at 10,000 records [E17, K3]', () => {
    expect(PAGE_SIZES).toEqual([1, 10, 20, 50, 100])
    expect([DEFAULT_PAGE_SIZE, MAX_RECORDS]).toEqual([10, 10_000])
  })
  it.each([
    [0, 10, 1],
    [118, 20, 6],
    [21_000, 10, 1000],
    [21_000, 100, 100],
  ])('of %i records by %i the last is %i', (total, size, last) => {
    expect(lastPage(total, size)).toBe(last)
  })
  it.each([
    [1, 3, '1 2 3'],
    [1, 9, '1 2 3 4 5 gap 9'],
    [5, 9, '1 gap 3 4 5 6 7 gap 9'],
    [4, 6, '1 2 3 4 5 6'],
    [9, 9, '1 gap 5 6 7 8 9'],
  ])('page %i of %i shows %s', (page, last, shown) => {
    expect(pageNumbers(page, last).join(' ')).toBe(shown)
  })
})
