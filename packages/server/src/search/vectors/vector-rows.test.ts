import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VectorRows } from './vector-rows'

/** The cosines of every vector with a target, by the definition. */
function cosines(vectors: readonly number[][], target: readonly number[]): number[] {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return vectors.map((vector) => {
    const lengths = Math.sqrt(dot(vector, vector)) * Math.sqrt(dot(target, target))
    return lengths === 0 ? 0 : dot(vector, target) / lengths
  })
}

function pageOf(vectors: readonly number[][], firstPk: number, precision: 'single' | 'double' = 'double') {
  const numbers = vectors.flat()
  const { buffer } = precision === 'double' ? Float64Array.from(numbers) : Float32Array.from(numbers)
  return { pks: vectors.map((_, at) => firstPk + at), versions: vectors.map(() => 1), bytes: new Uint8Array(buffer) }
}

const ask = { vectorId: 'v', version: 1, order: 'nearest', without: [] } as const

describe('vectors in memory', () => {
  it('find what the definition says, for any number of dimensions and vectors', () => {
    const number = fc.integer({ min: -50, max: 50 })
    const world = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
      const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions })
      return fc.record({
        dimensions: fc.constant(dimensions),
        vectors: fc.array(vector, { minLength: 1, maxLength: 30 }),
        target: vector,
        order: fc.constantFrom('nearest' as const, 'farthest' as const),
        count: fc.integer({ min: 1, max: 40 }),
      })
    })
    fc.assert(
      fc.property(world, ({ dimensions, vectors, target, order, count }) => {
        const rows = new VectorRows(dimensions)
        rows.put(pageOf(vectors, 1))
        const found = rows.find({ ...ask, dimensions, target: Float64Array.from(target), order, count })
        const expected = cosines(vectors, target)
        const sorted = expected.toSorted((one, other) => (order === 'nearest' ? other - one : one - other))
        expect(found.pks).toHaveLength(Math.min(count, vectors.length))
        for (const [index, pk] of found.pks.entries()) {
          expect(found.cosines[index]).toBeCloseTo(sorted[index] ?? Number.NaN, 5)
          expect(found.cosines[index]).toBeCloseTo(expected[pk - 1] ?? Number.NaN, 5)
        }
      }),
    )
  })

  it('hold far more than one block, and change in place', () => {
    const vectors = Array.from({ length: 5000 }, (_, at) => [Math.cos(at / 800), Math.sin(at / 800)])
    const rows = new VectorRows(2)
    for (let at = 0; at < vectors.length; at += 500) rows.put(pageOf(vectors.slice(at, at + 500), at, 'single'))
    const find = (at: number, more = {}) =>
      rows.find({ ...ask, dimensions: 2, target: Float64Array.from(vectors[at] ?? []), count: 1, ...more })
    for (const at of [0, 1023, 1024, 2600, 4999]) expect(find(at).pks).toEqual([at])
    expect(find(2600, { without: [2600] }).pks).not.toEqual([2600])
    expect(find(2600, { among: '17,4000,90' }).pks).toEqual([4000])
    rows.put(pageOf([[0, -1]], 2600))
    expect(find(2600).pks).not.toEqual([2600])
    expect(find(0, { target: Float64Array.of(0, -1), count: 1 }).pks).toEqual([2600])
  })

  it('take numbers of any size, and zeros', () => {
    const rows = new VectorRows(2)
    rows.put(
      pageOf(
        [
          [1e200, 1e200],
          [1e-300, 0],
          [0, 0],
        ],
        1,
      ),
    )
    const { pks, cosines: found } = rows.find({
      ...ask,
      dimensions: 2,
      target: Float64Array.of(1e-200, 1e-200),
      count: 3,
    })
    expect(pks).toEqual([1, 2, 3])
    expect(found[0]).toBeCloseTo(1, 6)
    expect(found[1]).toBeCloseTo(Math.SQRT1_2, 6)
    expect(found[2]).toBe(0)
  })
})
