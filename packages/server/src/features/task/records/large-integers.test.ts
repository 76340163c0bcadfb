import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'

const BIG =
  '{"big":12345678901234567,"any":[98765432109876543210,{"deep":-9007199254740993}],"_own":{"id":9007199254740993}}'
/** A classic score is a number, however many digits it is sent with. */
const RECORD = `{"id":1,"inputs":{"text":"12345678901234567 words"},"metadata":${BIG},"explanation":{"text":[{"token":"x","attributions":{"a":12345678901234567890}}]}}`

describe.each(engines)('whole numbers beyond 2^53 in classic metadata, %s', (engine) => {
  let world: TaskWorld
  // The test client parses replies, which would lose the digits.
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: string) => {
    const headers = { 'x-argilla-api-key': world.server.ownerKey, 'x-argilla-workspace': 'ws' }
    const type = payload === undefined ? undefined : { 'content-type': 'application/json' }
    const reply = await world.server.server.inject({ method, url, payload, headers: { ...headers, ...type } })
    expect(reply.statusCode, reply.payload).toBe(200)
    return reply.payload
  }

  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  const logged = async (more = '') => {
    const ds = await world.dataset('TextClassification')
    await send('POST', ds.path('/TextClassification:bulk'), `{"records":[${RECORD}]${more}}`)
    return ds
  }

  it('keep their digits in every route that shows records', async () => {
    const ds = await logged()
    for (const text of [
      await send('GET', ds.path('/records/1')),
      await send('POST', ds.path('/TextClassification:search'), '{}'),
      await send('POST', ds.path('/records/:search'), '{}'),
    ])
      expect(text).toContain(`"metadata":${BIG}`)
    const picked = JSON.stringify({ fields: ['metadata._own.id', 'metadata.big.*'] })
    expect(await send('POST', ds.path('/records/:search'), picked)).toContain('{"_own":{"id":9007199254740993}}')
  })

  it('keep them when the record changes', async () => {
    const ds = await logged()
    const changed = await send('PATCH', ds.path('/records/1'), '{"metadata":{"more":[12345678901234569]}}')
    const all = BIG.replace(/}$/, ',"more":[12345678901234569]}')
    expect(changed).toContain(all)
    await send('POST', ds.path('/TextClassification:bulk'), '{"records":[{"id":1,"inputs":{"text":"again"}}]}')
    expect(await send('GET', ds.path('/records/1'))).toContain(all)
    await send('DELETE', ds.path('/data?mark_as_discarded=true'), '{"ids":[1]}')
    const shown = await send('GET', ds.path('/records/1'))
    expect(shown).toContain(all)
    expect(JSON.parse(shown)).toMatchObject({ status: 'Discarded', inputs: { text: 'again' } })
  })

  it('are found as numbers, beside texts that spell them', async () => {
    const ds = await logged()
    await ds.log([{ id: 2, inputs: { text: 'x' }, metadata: { big: '12345678901234569' } }])
    expect(await ds.ids({ query_text: 'metadata.big:[12345678901234566 TO 12345678901234600]' })).toEqual([1, 2])
    expect(await ds.ids({ query_text: 'metadata.big:[0 TO 5]' })).toEqual([])
  })

  it('are found, counted and sorted by every digit where a key holds words', async () => {
    const ds = await world.dataset('Text2Text')
    const records = ['"word"', '12345678901234569', '12345678901234567', '["x",12345678901234568]']
    const bodies = records.map((value, id) => `{"id":${id},"text":"x","metadata":{"k":${value}}}`)
    await send('POST', ds.path('/Text2Text:bulk'), `{"records":[${bodies}]}`)
    expect(await ds.ids({ query_text: 'metadata.k:12345678901234567' })).toEqual([2])
    expect(await ds.ids({ metadata: { k: ['12345678901234568'] } })).toEqual([3])
    const sorted = JSON.stringify({ sort: [{ id: 'metadata.k', order: 'asc' }] })
    const found = JSON.parse(await send('POST', ds.path('/Text2Text:search'), sorted))
    expect(found.records.map(({ id }: { id: number }) => id)).toEqual([2, 3, 1, 0])
    expect(found.aggregations.metadata.k).toEqual({
      '12345678901234567': 1,
      '12345678901234568': 1,
      '12345678901234569': 1,
      word: 1,
      x: 1,
    })
  })

  it('keep them in the metadata of datasets', async () => {
    const ds = await logged(',"metadata":{"logged":12345678901234567}')
    await send('PATCH', ds.path(''), '{"metadata":{"patched":98765432109876543210}}')
    const both = '"metadata":{"logged":12345678901234567,"patched":98765432109876543210}'
    expect(await send('GET', ds.path(''))).toContain(both)
    const copy = await send('PUT', ds.path(':copy'), `{"name":"${ds.name}-copy","metadata":{"n":9007199254740993}}`)
    expect(copy).toContain(
      '"metadata":{"logged":12345678901234567,"patched":98765432109876543210,"n":9007199254740993,',
    )
    expect(await send('GET', `/api/datasets/${ds.name}-copy/records/1`)).toContain(`"metadata":${BIG}`)
    const made = '{"name":"made","task":"Text2Text","workspace":"ws","metadata":{"n":9007199254740993}}'
    expect(await send('POST', '/api/datasets', made)).toContain('"metadata":{"n":9007199254740993}')
    await send('DELETE', ds.path(''))
  })

  it('stand in the log of changes as they were', async () => {
    const ds = await logged()
    await send('PATCH', ds.path('/records/1'), '{"metadata":{"big":1}}')
    const rows = await world.server.context.engine.db
      .selectFrom('events')
      .select(['before', 'kind'])
      .where('kind', '=', 'task_record.update')
      .orderBy('seq', 'desc')
      .execute()
    expect(rows[0]?.before).toContain(BIG)
  })

  it('still must be sent as text where they are ids', async () => {
    const ds = await world.dataset('Text2Text')
    const reply = await world.owner.post(
      ds.path('/Text2Text:bulk'),
      '{"records":[{"id":12345678901234567,"text":"x"}]}',
    )
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors[0].msg).toBe('ids beyond 2^53 must be sent as text')
  })

  it('are times and names where those are asked for', async () => {
    const ds = await world.dataset('Text2Text')
    const prediction = '"prediction":{"agent":12345678901234567,"sentences":[{"text":9007199254740993}]}'
    await send('POST', ds.path('/Text2Text:bulk'), `{"records":[{"id":1,"text":"x",${prediction}}]}`)
    const { prediction: shown } = JSON.parse(await send('GET', ds.path('/records/1')))
    expect(shown).toEqual({ agent: '12345678901234567', sentences: [{ text: '9007199254740993', score: 1 }] })
  })
})
