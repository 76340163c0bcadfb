/** @typedef {Awaited<ReturnType<typeof openBareVectors>>} BareVectors */

/**
 * All vectors of the store in memory, with a simple exact search: a lower bound for the time that one thread needs to compare all vectors,
 * since the engines have no vector index.
 *
 * @param {import('./bare.mjs').Bare} bare
 */
export async function openBareVectors(bare) {
  const [found] = await bare.run('select id, dimensions from vectors_settings limit 1')
  const dimensions = Number(found?.dimensions)
  const pks = /** @type {number[]} */ ([])
  const pages = /** @type {Float32Array[]} */ ([])
  for (;;) {
    const page = await bare.run(
      'select record_pk, value from record_vectors where vector_id = ? and record_pk > ? order by record_pk limit 5000',
      [found?.id, pks.at(-1) ?? 0],
    )
    if (page.length === 0) break
    const numbers = new Float32Array(page.length * dimensions)
    for (const [index, { record_pk, value }] of page.entries()) {
      pks.push(Number(record_pk))
      numbers.set(toNumbers(value, dimensions), index * dimensions)
    }
    pages.push(numbers)
  }
  return {
    /** The vector of a record. @param {number} pk */
    vectorOf: (pk) => {
      const row = pks.indexOf(pk)
      let before = 0
      for (const page of pages) {
        const count = page.length / dimensions
        if (row < before + count) return page.slice((row - before) * dimensions, (row - before + 1) * dimensions)
        before += count
      }
      return new Float32Array(dimensions)
    },
    /**
     * The records with the greatest dot product, best first.
     *
     * @param {Float32Array} target
     * @param {number} count
     * @param {ReadonlySet<number>} [among]
     */
    nearest: (target, count, among) => {
      /** @type {{ pk: number, score: number }[]} */
      let best = []
      let least = Number.NEGATIVE_INFINITY
      let row = -1
      for (const page of pages)
        for (let from = 0; from < page.length; from += dimensions) {
          row += 1
          const pk = pks[row] ?? 0
          if (among && !among.has(pk)) continue
          let score = 0
          for (let at = 0; at < dimensions; at += 1) score += (page[from + at] ?? 0) * (target[at] ?? 0)
          if (score <= least) continue
          best.push({ pk, score })
          if (best.length < 4 * count) continue
          best = best.sort((one, other) => other.score - one.score).slice(0, count)
          least = best.at(-1)?.score ?? least
        }
      return best
        .sort((one, other) => other.score - one.score)
        .slice(0, count)
        .map(({ pk }) => pk)
    },
  }
}

/** @param {unknown} value @param {number} dimensions */
function toNumbers(value, dimensions) {
  if (!(value instanceof Uint8Array)) throw new Error('A vector is no bytes.')
  // A copy, because `slice` of a Buffer shares its memory.
  const bytes = new Uint8Array(value)
  if (bytes.byteLength === dimensions * 4) return new Float32Array(bytes.buffer)
  return new Float64Array(bytes.buffer)
}
