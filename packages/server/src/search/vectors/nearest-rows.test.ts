import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NearestRows } from './nearest-rows'

/** The squared distances of single-precision vectors from a target, by the definition. */
function distances(rows: readonly number[][], target: readonly number[]): number[] {
  const single = Math.fround
  return rows.map((row) => row.reduce((sum, value, at) => sum + (single(value) - single(target[at] ?? 0)) ** 2, 0))
}

function nearest(rows: readonly number[][], target: readonly number[], count: number, portion = rows.length) {
  const found = new NearestRows(Float32Array.from(target), count)
  for (let from = 0; from < rows.length; from += portion)
    found.offer(Float32Array.from(rows.slice(from, from + portion).flat()), (row) => from + row)
  return found.sorted().map(({ id, score }) => ({ id, distance: -score }))
}

describe('the rows nearest to a vector', () => {
  it('are those of the definition, in its order, for any number of dimensions, rows and portions', () => {
    // Whole numbers, whose squares add up to the same in any order: many are as far as others.
    const number = fc.integer({ min: -6, max: 6 })
    const world = fc.integer({ min: 1, max: 40 }).chain((dimensions) => {
      const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions })
      return fc.record({
        rows: fc.array(vector, { minLength: 1, maxLength: 60 }),
        target: vector,
        count: fc.integer({ min: 0, max: 70 }),
        portion: fc.integer({ min: 1, max: 60 }),
      })
    })
    fc.assert(
      fc.property(world, ({ rows, target, count, portion }) => {
        const expected = distances(rows, target)
          .map((distance, id) => ({ id, distance }))
          .sort((one, other) => one.distance - other.distance || one.id - other.id)
        expect(nearest(rows, target, count, portion)).toEqual(expected.slice(0, count))
      }),
    )
  })

  it('are as near as the definition says for numbers of any size', () => {
    const number = fc.oneof(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -3e38, max: 3e38, noNaN: true }),
    )
    const vector = fc.array(number, { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 40 }), vector, (rows, target) => {
        const expected = distances(rows, target)
        const found = nearest(rows, target, rows.length)
        expect(found).toHaveLength(rows.length)
        for (const { id, distance } of found) {
          const error = Math.abs(distance - (expected[id] ?? Number.NaN))
          expect(error).toBeLessThanOrEqual((expected[id] ?? 0) * 1e-12)
        }
        const inOrder = found.map(({ distance }) => distance)
        expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
      }),
    )
  })

  it('are found in more rows than one portion holds, and never among those that may not be found', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => [at, 0])
    expect(nearest(rows, [41_234.4, 0], 3).map(({ id }) => id)).toEqual([41_234, 41_235, 41_233])
    const even = new NearestRows(Float32Array.of(41_235, 0), 2)
    even.offer(Float32Array.from(rows.flat()), (row) => (row % 2 === 0 ? row : undefined))
    expect(even.sorted().map(({ id }) => id)).toEqual([41_234, 41_236])
  })

  it('are never rows that are no numbers, and searches may take turns', () => {
    const one = new NearestRows(Float32Array.of(1, 1), 5)
    const other = new NearestRows(Float32Array.of(9, 9), 5)
    const rows = Float32Array.of(1, 2, Number.NaN, 0, 8, 9)
    one.offer(rows, (row) => row)
    other.offer(rows, (row) => row)
    one.offer(Float32Array.of(1, 1), () => 7)
    expect(one.sorted().map(({ id }) => id)).toEqual([7, 0, 2])
    expect(other.sorted().map(({ id }) => id)).toEqual([2, 0])
  })
})
