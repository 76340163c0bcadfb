import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

type Raw = Record<string, unknown>

describe.each(engines)('the scan on %s (§6.2)', (engine) => {
  let world: TaskWorld
  let ds: TaskDataset
  beforeAll(async () => {
    world = await taskWorld(engine)
    ds = await world.dataset('TextClassification')
    await ds.log(
      [0, 1, 2, 3, 10, '11', 'a'].map((id, at) => ({
        id,
        inputs: { text: `Record ${id}` },
        metadata: { group: at % 2, k: 'v' },
        prediction: { agent: 'm', labels: [{ class: 'A', score: 1 }] },
        vectors: { v: { value: [at] } },
      })),
    )
  })

  /** Follow the pages as clients do: the same body, with what the last reply said about the next. */
  async function walk(body: Raw, limit: number): Promise<{ ids: unknown[]; pages: number }> {
    const ids: unknown[] = []
    let more: Raw = {}
    for (let pages = 1; pages < 50; pages += 1) {
      const reply = await ds.scan({ ...body, ...more }, `?limit=${limit}`)
      expect(reply.status).toBe(200)
      if (reply.body.records.length === 0) return { ids, pages }
      ids.push(...reply.body.records.map((record: Raw) => record.id))
      more = { next_idx: reply.body.next_idx, next_page_cfg: reply.body.next_page_cfg }
    }
    throw new Error('The walk does not end.')
  }

  it.each([1, 2, 3, 7, 100])('visits every record once, in the order of ids as text, %i a page', async (limit) => {
    const { ids } = await walk({}, limit)
    expect(ids).toEqual([0, 1, 10, '11', 2, 3, 'a'])
  })

  it('visits every record once in any order, ties included', async () => {
    const { ids } = await walk({ sort_by: [{ id: 'metadata.group', order: 'desc' }] }, 2)
    expect(ids).toEqual([1, '11', 3, 0, 10, 2, 'a'])
  })

  it('only visits what matches', async () => {
    const { ids } = await walk({ query: { metadata: { group: '1' } } }, 1)
    expect(ids).toEqual([1, '11', 3])
  })

  it('goes on after an id when nothing else is given', async () => {
    const reply = await ds.scan({ next_idx: '11' })
    expect(reply.body.records.map((record: Raw) => record.id)).toEqual([2, 3, 'a'])
    expect(reply.body.next_idx).toBe('a')
    const sorted = await ds.scan({ next_idx: '11', sort_by: [{ id: 'id' }] })
    expect(sorted.body.records).toHaveLength(7)
    expect(sorted.body.next_idx).toBeNull()
  })

  it('lets the page configuration win over the rest, and ignores one that is none', async () => {
    const first = await ds.scan({}, '?limit=2')
    const config = JSON.parse(first.body.next_page_cfg)
    expect(config).toMatchObject({ shuffle: false, sort_by: null })
    const next = await ds.scan({
      next_page_cfg: first.body.next_page_cfg,
      next_idx: '3',
      sort_by: [{ id: 'id', order: 'desc' }],
    })
    expect(next.body.records.map((record: Raw) => record.id)).toEqual([10, '11', 2, 3, 'a'])
    for (const next_page_cfg of ['not json', '[]', '{"sort_by": 3}', '{"next_search_params": {"key": 1}}'])
      expect((await ds.scan({ next_page_cfg })).body.records).toHaveLength(7)
  })

  it('gives stored documents: class_label, text, metrics, vectors, nothing derived', async () => {
    const [raw] = (await ds.scan({ query: { ids: [0] } })).body.records
    expect(raw).toEqual({
      id: 0,
      text: 'Record 0',
      inputs: { text: 'Record 0' },
      multi_label: false,
      status: 'Default',
      metadata: { group: 0, k: 'v' },
      last_updated: expect.any(String),
      prediction: { agent: 'm', labels: [{ class_label: 'A', score: 1 }] },
      predictions: { m: { labels: [{ class_label: 'A', score: 1 }] } },
      metrics: { text_length: 8 },
      vectors: { v: { value: [0] } },
    })
  })

  it('can be logged again as it is', async () => {
    const copy = await world.dataset('TextClassification')
    const { records } = (await ds.scan()).body
    expect((await copy.log(records)).body.processed).toBe(7)
    const again = (await copy.scan()).body.records
    expect(again).toEqual(records.map((record: Raw) => ({ ...record, last_updated: expect.any(String) })))
  })

  it.each<[string[], Raw]>([
    [['status'], { id: '0', status: 'Default' }],
    [['id'], { id: 0 }],
    [['metadata.*'], { id: '0', metadata: { group: 0, k: 'v' } }],
    [['metadata.k', 'vectors.*'], { id: '0', metadata: { k: 'v' }, vectors: { v: { value: [0] } } }],
    [['metrics.*', 'text'], { id: '0', text: 'Record 0', metrics: { text_length: 8 } }],
  ])('selects %j', async (fields, record) => {
    expect((await ds.scan({ fields, query: { ids: [0] } })).body.records).toEqual([record])
  })

  it('reports keywords when they are selected', async () => {
    const query = { query_text: 'record AND 0' }
    expect((await ds.scan({ query })).body.records[0].search_keywords).toEqual(['Record 0'])
    expect((await ds.scan({ query, fields: ['search_keywords'] })).body.records).toEqual([
      { id: '0', search_keywords: ['Record 0'] },
    ])
    expect((await ds.scan({ query, fields: ['id'] })).body.records).toEqual([{ id: 0 }])
  })

  it('refuses more or longer patterns than any client sends', async () => {
    expect((await ds.scan({ fields: Array(201).fill('id') })).status).toBe(422)
    expect((await ds.scan({ fields: ['*a'.repeat(251)] })).status).toBe(422)
    expect((await ds.scan({ fields: [`${'*a'.repeat(249)}b`] })).status).toBe(200)
  })

  it('answers an empty first page with nothing to go on from', async () => {
    const empty = await world.dataset('Text2Text')
    const reply = await empty.scan()
    expect(reply.body).toEqual({ records: [], next_idx: null, next_page_cfg: expect.any(String) })
  })

  it('serves any task, takes no body, and checks its input', async () => {
    expect((await world.owner.post(ds.path('/records/:search'))).body.records).toHaveLength(7)
    expect((await ds.scan({}, '?limit=1001')).status).toBe(422)
    expect(errorName(await ds.scan({ query: { query_text: '!' } }))).toBe('InvalidTextSearchError')
    expect(errorName(await ds.scan({ sort_by: [{ id: 'text' }] }))).toBe('BadRequestError')
  })
})
