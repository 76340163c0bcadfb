import { describe, expect, it } from 'vitest'
import { PartCache } from '../segments/part-cache'
import { read } from '../testing/fake-queries'
import { FakeStore } from '../testing/fake-store'
import { answerAsk, columnsFor } from './answer'
import type { ColumnSpec } from './columns/columns'
import { DatasetIndex } from './dataset-index'
import { countDocuments, termColumn } from './metrics/counts'
import type { DatasetAsk } from './protocol'
import type { Fetcher } from './walk-rows'

const KEYWORD: ColumnSpec = { source: 'metadata.k', kind: 'kw' }
const CLOUD: ColumnSpec = { source: 'text', kind: 'cloud' }

/** A word of letters for each number. */
function wordOf(number: number): string {
  return `word${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

/** An index without a cache of parts, and the parts that it has fetched. */
async function indexOf(store: FakeStore, columns: ColumnSpec[]) {
  const fetched: string[] = []
  const fetch = (async (asked) => {
    if (asked.what === 'parts') fetched.push(...asked.ids)
    return store.fetch(asked)
  }) as Fetcher
  const index = new DatasetIndex(new PartCache(0))
  await index.catchUp(store.version, fetch)
  await index.ensure(columns, fetch)
  return { index, fetch, fetched }
}

describe('a query of many records', () => {
  it('holds only the parts of segments that its current step reads', async () => {
    const store = new FakeStore()
    for (let segment = 0; segment < 6; segment += 1) {
      for (let at = 0; at < 4; at += 1) store.put(`${segment}-${at}`, { text: '', metadata: { k: `v${at}` } })
      await store.seal([KEYWORD])
    }
    const { index, fetch, fetched } = await indexOf(store, [KEYWORD])
    let counted = 0
    const count = (name: string) =>
      index.step(name, () => {
        counted += 1
        return countDocuments(index.live(), termColumn(index, 'metadata.k'), 10)
      })
    const all = { v0: 6, v1: 6, v2: 6, v3: 6 }
    expect(await index.complete(() => [count('one')], fetch)).toEqual([all])
    const once = fetched.splice(0)
    expect(new Set(once).size).toBe(once.length)
    expect(once.length).toBeGreaterThan(6)

    index.release()
    counted = 0
    const found = await index.complete(() => [count('one'), count('two'), count('one')], fetch)
    expect(found).toEqual([all, all, all])
    // Read once more for the second step, as the first one has released them; only one may still be in the cache each time.
    expect(fetched.length).toBeGreaterThanOrEqual(2 * (once.length - 1))
    expect(fetched.length).toBeLessThanOrEqual(2 * once.length)
    // A finished step is not computed again in the attempts of those behind it.
    expect(counted).toBeLessThanOrEqual(2 * 3)
  })

  it('counts the matches of rules when parts are fetched after the matches were found', async () => {
    const store = new FakeStore()
    for (let at = 0; at < 6; at += 1) {
      const annotated = at < 3
      const derived = { annotated_as: annotated ? ['yes'] : [], annotated_by: annotated ? ['ann'] : [] }
      store.put(`${at}`, { text: at % 2 === 0 ? 'even' : 'odd', metadata: {} }, derived)
    }
    const ask: DatasetAsk = { op: 'rules', rules: [read('text:even')], labels: ['yes'] }
    const columns = columnsFor('TextClassification', ask)
    await store.seal(columns)
    const { index, fetch } = await indexOf(store, columns)
    const found = await answerAsk(index, 'TextClassification', ask, fetch)
    expect(found).toEqual({ total: 6, annotated: 3, matched: 3, matchedAnnotated: 2, correctByLabel: [2] })
  })

  it('reads a part of the texts for its word cloud when the records are in too many blocks', async () => {
    const store = new FakeStore()
    const words = (at: number) => Array.from({ length: 300 }, (_, i) => wordOf((at * 7 + i * 13) % 4000))
    for (let at = 0; at < 2560; at += 1) store.put(`${at}`, { text: `always ${words(at).join(' ')}`, metadata: {} })
    await store.seal([CLOUD])
    const { index, fetch, fetched } = await indexOf(store, [CLOUD])
    const blocks = () => fetched.splice(0).filter((id) => id.includes('/f')).length
    const some = index.live()
    for (let at = 0; at < 2560; at += 2) some.remove(at)
    const read = (most?: number) =>
      index.complete(() => {
        const { terms, isSample } = termColumn(index, 'text', 'cloud').sampled(some, most)
        return { isSample, top: terms.top(1) }
      }, fetch)

    expect(await read()).toEqual({ isSample: false, top: [['always', 1280]] })
    const whole = blocks()
    expect(whole).toBeGreaterThan(8)
    index.release()
    // Extrapolated to all records.
    expect(await read(4)).toEqual({ isSample: true, top: [['always', 1280]] })
    expect(blocks()).toBeLessThanOrEqual(4)
  })
})
