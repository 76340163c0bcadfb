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
    const docs = index.live()
    for (let segment = 0; segment < 6; segment += 1)
      // The ordinals of a segment begin at a multiple of 32.
      for (const at of [0, 3]) docs.remove(32 * segment + at)
    let counted = 0
    const count = (name: string) =>
      index.step(name, () => {
        counted += 1
        return countDocuments(docs, termColumn(index, 'metadata.k'), 10)
      })
    const all = { v1: 6, v2: 6 }
    expect(await index.complete(() => [count('one')], fetch)).toEqual([all])
    const once = fetched.splice(0)
    expect(new Set(once).size).toBe(once.length)
    expect(once).toHaveLength(6)

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

  it('reads no part to count values of most records that are few or frequent', async () => {
    const store = new FakeStore()
    const derived = (at: number) => ({ annotated_as: at % 3 > 0 ? ['yes'] : ['yes', 'no'], annotated_by: [] })
    const columns = [KEYWORD, CLOUD, { source: 'annotated_as', kind: 'kw' } as const]
    for (let at = 0; at < 600; at += 1) {
      store.put(`${at}`, { text: `often ${wordOf(at)}`, metadata: { k: `v${at % 4}` } }, derived(at))
      if (at % 300 === 299) await store.seal(columns)
    }
    const { index, fetch, fetched } = await indexOf(store, columns)
    const facets = () =>
      index.complete(() => {
        const top = (source: string, kind: 'kw' | 'cloud' = 'kw') =>
          countDocuments(index.live(), termColumn(index, source, kind), kind === 'cloud' ? 1 : 10)
        return [top('metadata.k'), top('annotated_as'), top('text', 'cloud')]
      }, fetch)
    expect(await facets()).toEqual([{ v0: 150, v1: 150, v2: 150, v3: 150 }, { yes: 600, no: 200 }, { often: 600 }])
    // The counts of all words of each segment, of which the dictionary has more than those that are known without it.
    expect(fetched.splice(0).map((id) => id.split('/').at(-1))).toEqual(['n0', 'n0'])

    store.put('7', { text: 'often', metadata: { k: 'new' } }, derived(0))
    store.remove('8')
    await index.catchUp(store.version, fetch)
    fetched.splice(0)
    expect(await facets()).toEqual([
      { v1: 150, v2: 150, v0: 149, v3: 149, new: 1 },
      { yes: 599, no: 201 },
      { often: 599 },
    ])
    // The values of the two records in the first one that are not as they were.
    expect(new Set(fetched.map((id) => id.split('/').at(-1)))).toEqual(new Set(['f0']))
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
