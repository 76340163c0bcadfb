import { describe, expect, it } from 'vitest'
import { PartCache, PartsOfQuestion } from './part-cache'

const PART_BYTES = 100

/** Read some parts as one query does. Returns the ids of those that had to be fetched. */
async function readAll(cache: PartCache, ids: readonly string[]): Promise<string[]> {
  const question = new PartsOfQuestion(cache)
  for (const id of ids) question.get(id)
  const fetched: string[] = []
  await question.fetchMissing(async (some) => {
    fetched.push(...some)
    return some.map(() => new Uint8Array(PART_BYTES))
  })
  for (const id of ids) expect(question.get(id)).toBeInstanceOf(Uint8Array)
  return fetched
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)

describe('the cache of parts', () => {
  it('keeps all parts of a query if they fit', async () => {
    const cache = new PartCache(10 * PART_BYTES)
    expect(await readAll(cache, named('a', 10))).toEqual(named('a', 10))
    expect(await readAll(cache, named('a', 10))).toEqual([])
  })

  it('keeps some parts of queries that read the same ones again and again, if not all of them fit', async () => {
    const cache = new PartCache(10 * PART_BYTES)
    for (let round = 0; round < 20; round += 1) await readAll(cache, named('a', 15))
    for (let round = 0; round < 20; round += 1)
      expect((await readAll(cache, named('a', 15))).length).toBeLessThanOrEqual(10)
  })

  it('gives way to the parts of other queries', async () => {
    const cache = new PartCache(10 * PART_BYTES)
    await readAll(cache, named('a', 10))
    for (let round = 0; round < 20; round += 1) await readAll(cache, named('b', 8))
    expect(await readAll(cache, named('b', 8))).toEqual([])
    expect((await readAll(cache, named('a', 10))).length).toBeGreaterThanOrEqual(8)
  })
})
