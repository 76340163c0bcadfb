import { LIMITS } from '@postil/contract/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

/** Three megabytes without a word. Logged records keep a text twice: as sent, and as `text`. */
const LARGE = '. '.repeat(1_500_000)
const IDS = ['a', 'b', 'c', 'd', 'e', 'f']

describe.each(engines)('classic records of megabytes on %s', (engine) => {
  let world: TaskWorld
  let ds: TaskDataset
  beforeAll(async () => {
    world = await taskWorld(engine)
    ds = await world.dataset('Text2Text')
    for (const id of IDS) expect((await ds.log([{ id, text: LARGE }])).status).toBe(200)
  }, 120_000)

  it('are walked through in pages that end before the limit', async () => {
    const sizes: number[] = []
    const ids: string[] = []
    let more = {}
    for (;;) {
      const { status, body } = await ds.scan(more, '?limit=1000')
      expect(status).toBe(200)
      if (body.records.length === 0) break
      sizes.push(body.records.length)
      ids.push(...body.records.map(({ id }: { id: string }) => id))
      more = { next_idx: body.next_idx, next_page_cfg: body.next_page_cfg }
    }
    expect(ids).toEqual(IDS)
    expect(sizes.length).toBeGreaterThan(1)
  })

  it('are refused as one page of a search, with how many fit', async () => {
    const reply = await ds.search({}, '?limit=1000')
    expect(reply.status).toBe(422)
    const [error] = reply.body.detail.params.errors
    expect(error).toMatchObject({ loc: ['query', 'limit'], type: 'value_error.page_too_large' })
    const fits = error.ctx.limit_value
    expect((await ds.search({}, `?limit=${fits}`)).body.records).toHaveLength(fits)
    expect((await ds.search({}, `?limit=${fits + 1}`)).status).toBe(422)
  })

  it('have a longest text', async () => {
    const text = '.'.repeat(LIMITS.textLength + 1)
    const reply = await ds.log([{ id: 'x', text }])
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors[0]).toMatchObject({
      loc: ['body', 'records', 0, 'text'],
      msg: 'ensure this value has at most 4000000 characters',
    })
    const classification = await world.dataset('TextClassification')
    expect((await classification.log([{ inputs: { text } }])).status).toBe(422)
    expect((await classification.log([{ inputs: { text: ['a', text] } }])).status).toBe(422)
  })
})
