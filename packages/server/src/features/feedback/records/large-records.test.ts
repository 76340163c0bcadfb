import { LIMITS } from '@postil/contract/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import type { Reply } from '../../../testing/client'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

/** Three megabytes without a word, so that storing them takes no time. */
const LARGE = '. '.repeat(1_500_000)
/** Of records of 6 MB two make a page of 16. */
const COUNT = 7

describe.each(engines)('records of megabytes on %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ids: string[]
  beforeAll(async () => {
    s = await testServer(engine)
    const other = { name: 'other', title: 'Other', required: false, settings: { type: 'text' } }
    const comment = { name: 'comment', title: 'C', required: true, settings: { type: 'text' } }
    d = await s.build.dataset({
      fields: [{ ...other, name: 'text', title: 'Text', required: true }, other],
      questions: [comment],
    })
    for (let index = 0; index < COUNT; index += 1) {
      const fields = { text: LARGE, other: LARGE }
      const reply = await create([{ fields, external_id: `r${index}` }])
      expect(reply.status).toBe(204)
    }
    const rows = await s.context.engine.db.selectFrom('records').select('id').orderBy('pk').execute()
    ids = rows.map(({ id }) => id)
  }, 120_000)

  const create = (items: unknown[]) => s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items })
  const list = (query: string) => s.as('owner').get(`/api/v1/datasets/${d.id}/records?${query}`)
  const tooLarge = (reply: Reply) => ({ status: reply.status, errors: reply.body.detail.params?.errors })

  it('come in pages that end before the limit, each record once', async () => {
    const found: string[] = []
    const sizes: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { status, body }: Reply = await list(`limit=200&after=${after}`)
      expect(status).toBe(200)
      expect(body.total).toBe(COUNT)
      sizes.push(body.items.length)
      found.push(...body.items.map(({ id }: { id: string }) => id))
      after = body.next
    }
    expect(sizes).toEqual([2, 2, 2, 1])
    expect(found).toEqual(ids)
  })

  it('are refused as one page where there is no cursor, with how many fit', async () => {
    const expected = {
      status: 422,
      errors: [
        {
          loc: ['query', 'limit'],
          msg: 'the records of this page take more than 16 MB together: ask for at most 2',
          type: 'value_error.page_too_large',
          ctx: { limit_value: 2 },
        },
      ],
    }
    const mine = `/api/v1/me/datasets/${d.id}/records`
    expect(tooLarge(await list('limit=200'))).toEqual(expected)
    expect(tooLarge(await s.as('owner').get(`${mine}?limit=3`))).toEqual(expected)
    expect(tooLarge(await s.as('owner').post(`${mine}/search?limit=200`, {}))).toEqual(expected)
    const page = await s.as('owner').get(`${mine}?limit=2&offset=1`)
    expect([page.status, page.body.items.length]).toEqual([200, 2])
  })

  it('are refused as one page of more than a hundred records, too', async () => {
    const reply = await list('limit=1000&offset=0&include=responses&include=suggestions')
    expect(tooLarge(reply).errors[0].ctx).toEqual({ limit_value: 2 })
  })

  it('count with the answers and suggestions that are asked for with them', async () => {
    const small = await s.build.dataset({
      questions: [{ name: 'comment', title: 'C', required: true, settings: { type: 'text' } }],
    })
    for (let index = 0; index < 6; index += 1) {
      const record = await s.build.record(small.id)
      const question_id = small.questions.comment
      await s.as('owner').put(`/api/v1/records/${record.id}/suggestions`, { question_id, value: LARGE })
      const answer = { status: 'submitted', values: { comment: { value: LARGE } } }
      await s.as('owner').post(`/api/v1/records/${record.id}/responses`, answer)
    }
    const ask = (query: string) => s.as('owner').get(`/api/v1/datasets/${small.id}/records?${query}`)
    expect((await ask('limit=100')).status).toBe(200)
    expect(tooLarge(await ask('limit=100&include=suggestions')).errors[0].ctx).toEqual({ limit_value: 5 })
    const both = 'include=suggestions&include=responses'
    expect(tooLarge(await ask(`limit=100&${both}`)).errors[0].ctx).toEqual({ limit_value: 2 })
    const { body } = await ask(`limit=100&after=&${both}`)
    expect([body.items.length, body.items[1].suggestions.length, body.items[1].responses.length]).toEqual([2, 1, 1])
    expect(body.next).not.toBeNull()
  })

  it('are not read together by a write when that takes too much memory, and nothing is changed then', async () => {
    const { db } = s.context.engine
    for (let index = COUNT; index < 12; index += 1)
      await create([{ fields: { text: LARGE, other: LARGE }, external_id: `r${index}` }])
    const before = await db.selectFrom('records').select(['id', 'metadata']).orderBy('pk').execute()
    const all = before.map(({ id }) => id)
    const message = 'The stored records of this call take more than 64 MB together. Send fewer records in one call.'
    const path = `/api/v1/datasets/${d.id}/records`
    const patch = all.map((id) => ({ id, metadata: { a: 1 } }))
    const upsert = all.map((_, index) => ({ external_id: `r${index}`, metadata: { a: 1 } }))
    const answers = all.map((record_id) => ({
      record_id,
      status: 'submitted',
      values: { comment: { value: 'yes' } },
    }))
    for (const reply of [
      await s.as('owner').patch(path, { items: patch }),
      await s.as('owner').put(`${path}/bulk`, { items: upsert }),
      await s.as('owner').post('/api/v1/me/responses/bulk', { items: answers }),
    ])
      expect([reply.status, reply.body.detail]).toEqual([422, message])
    expect(await db.selectFrom('records').select(['id', 'metadata']).orderBy('pk').execute()).toEqual(before)
    expect((await s.as('owner').patch(path, { items: patch.slice(0, 2) })).status).toBe(204)
    // Deleting them goes a few at a time.
    expect((await s.as('owner').delete(`${path}?ids=${all.slice(COUNT).join()}`)).status).toBe(204)
    expect((await list('limit=1')).body.total).toBe(COUNT)
  }, 60_000)

  it('have a longest text', async () => {
    const errors = (at: string) => [
      {
        loc: ['body', 'items', 0, 'fields', at],
        msg: 'ensure this value has at most 4000000 characters',
        type: 'value_error.any_str.max_length',
        ctx: { limit_value: LIMITS.textLength },
      },
    ]
    const long = '.'.repeat(LIMITS.textLength)
    expect(tooLarge(await create([{ fields: { text: `${long}.` } }]))).toEqual({ status: 422, errors: errors('text') })
    expect((await create([{ fields: { text: long } }])).status).toBe(204)
    // A sign outside the first plane is one character.
    expect((await create([{ fields: { text: `${long.slice(0, -1)}😀` } }])).status).toBe(204)
    const values = { comment: { value: `${long}.` } }
    const answer = await s.as('owner').post(`/api/v1/records/${ids[0]}/responses`, { status: 'submitted', values })
    expect(tooLarge(answer).errors[0]).toMatchObject({ type: 'value_error.any_str.max_length' })
  })
})
