import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nowMicros } from '../../db/clock'
import { logEvent } from '../../db/events'
import { signal } from '../../testing/signal'
import { engines, type TestServer, testServer } from '../../testing/test-server'
import { signatureOf, startReceiver } from './testing/receiver'

const PATH = '/api/v1/webhooks'
const ALL = ['dataset', 'record', 'response'].flatMap((what) =>
  ['created', 'updated', 'deleted'].map((how) => `${what}.${how}`),
)
const EVENTS = [...ALL, 'dataset.published', 'record.completed']
const answer = (value: string, status = 'submitted') => ({ status, values: { label: { value } } })

describe.each(engines)('a webhook on %s', (engine) => {
  let s: TestServer
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    s = await testServer(engine, { POSTIL_BIN_DAYS: '0' })
    receiver = await startReceiver()
  })
  afterAll(() => receiver.stop())
  afterEach(async () => {
    receiver.answerWith(() => ({ status: 204 }))
    for (const { id } of (await owner().get(PATH)).body.items) await owner().delete(`${PATH}/${id}`)
    receiver.received.length = 0
  })
  const owner = () => s.as('owner')
  const hook = async (events = EVENTS, url = receiver.url): Promise<{ id: string; secret: string }> =>
    (await owner().post(PATH, { url, events })).body
  /** What was received once everything is sent that can be. */
  const told = async () => {
    await s.context.jobs.settle()
    return receiver.received
  }
  const types = async () => (await told()).map(({ type }) => type)
  const jobOf = (subject: string) =>
    s.context.engine.db
      .selectFrom('jobs')
      .selectAll()
      .where('subject', '=', subject)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
  /** As after the pause of a failed job. */
  const tryAgain = async (subject: string, failures?: number) => {
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set({ due_at: nowMicros(), ...(failures !== undefined && { failures }) })
        .where('subject', '=', subject)
        .execute(),
    )
  }

  it('is notified of a dataset, its records and answers as they change, each message signed', async () => {
    const { secret } = await hook()
    const dataset = await s.build.dataset({ metadata: [{ name: 'm', title: 'M', settings: { type: 'float' } }] })
    expect(await types()).toEqual(['dataset.created', 'dataset.published'])
    const step = async (change: Promise<{ status: number }>, expected: string[]) => {
      receiver.received.length = 0
      expect((await change).status).toBeLessThan(300)
      expect(await types()).toEqual(expected)
      return receiver.received.map(({ data }) => data)
    }
    const path = `/api/v1/datasets/${dataset.id}`
    await step(owner().patch(path, { guidelines: 'Read it.' }), ['dataset.updated'])
    const items = [
      { fields: { text: 'One' }, external_id: 'one', metadata: { m: 1 } },
      { fields: { text: 'Two' }, external_id: 'two' },
    ]
    const [one, two] = await step(owner().post(`${path}/records/bulk`, { items }), ['record.created', 'record.created'])
    expect(one).toMatchObject({ external_id: 'one', status: 'pending', fields: { text: 'One' }, metadata: { m: 1 } })
    expect(receiver.received[0]?.body).toContain('"m":1.0')
    await step(owner().put(`${path}/records/bulk`, { items: [{ id: two.id, metadata: { m: 2 } }] }), ['record.updated'])
    await step(owner().patch(`/api/v1/records/${two.id}`, { metadata: { m: 3 } }), ['record.updated'])
    await step(owner().patch(`${path}/records`, { items: [{ id: one.id, metadata: { m: 3 } }] }), ['record.updated'])

    const [draft] = await step(owner().post(`/api/v1/records/${one.id}/responses`, answer('a', 'draft')), [
      'response.created',
    ])
    const put = (body: object) => owner().put(`/api/v1/responses/${draft.id}`, body)
    const submitted = await step(put(answer('b')), ['response.updated', 'record.updated', 'record.completed'])
    await step(put(answer('c')), ['response.updated'])
    const [taken] = await step(owner().delete(`/api/v1/responses/${draft.id}`), ['response.deleted'])
    const [gone] = await step(owner().delete(`/api/v1/records/${one.id}`), ['record.deleted'])
    const [last] = await step(owner().delete(path), ['dataset.deleted'])

    expect(submitted[2]).toMatchObject({ id: one.id, status: 'completed' })
    expect(gone).toMatchObject({ id: one.id, external_id: 'one', status: 'pending', fields: { text: 'One' } })
    expect(taken).toMatchObject({ id: draft.id, values: { label: { value: 'c' } } })
    expect(last).toMatchObject({ id: dataset.id, guidelines: 'Read it.', workspace: { id: dataset.workspaceId } })
    // What a client of version 2 reads: see its `webhooks/_event.py`.
    expect(submitted[0]).toEqual({
      id: draft.id,
      status: 'submitted',
      values: { label: { value: 'b' } },
      inserted_at: expect.any(String),
      updated_at: expect.any(String),
      user: expect.objectContaining({ username: 'owner', role: 'owner', first_name: 'owner' }),
      record: {
        ...{ id: one.id, status: 'completed', external_id: 'one', fields: { text: 'One' }, metadata: { m: 3 } },
        ...{ inserted_at: expect.any(String), updated_at: expect.any(String) },
        dataset: expect.objectContaining({
          ...{ id: dataset.id, name: dataset.name, status: 'ready', allow_extra_metadata: true },
          distribution: { strategy: 'overlap', min_submitted: 1 },
          workspace: expect.objectContaining({ id: dataset.workspaceId, name: expect.any(String) }),
          fields: [expect.objectContaining({ name: 'text', settings: expect.objectContaining({ type: 'text' }) })],
          questions: [expect.objectContaining({ name: 'label' })],
          metadata_properties: [expect.objectContaining({ name: 'm' })],
          vectors_settings: [],
        }),
      },
    })
    const [message] = receiver.received
    if (!message) throw new Error('Nothing was received.')
    expect(message.headers['webhook-signature']).toBe(signatureOf(secret, message))
    expect(message.headers['content-type']).toBe('application/json')
    expect(Math.abs(Number(message.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(message.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('is notified of a completed record once, with the answer that it needed', async () => {
    await hook(['record.completed'])
    const dataset = await s.build.dataset({ extra: { distribution: { strategy: 'overlap', min_submitted: 2 } } })
    const record = await s.build.record(dataset.id)
    const people = [await s.build.user('annotator'), await s.build.user('annotator'), await s.build.user('annotator')]
    const told: string[][] = []
    for (const { id, username } of people) {
      await owner().post(`/api/v1/workspaces/${dataset.workspaceId}/users`, { user_id: id })
      const item = { record_id: record.id, ...answer('a') }
      expect((await s.as(username).post('/api/v1/me/responses/bulk', { items: [item] })).status).toBe(200)
      told.push(await types())
    }
    expect(told).toEqual([[], ['record.completed'], ['record.completed']])
    expect(receiver.received[0]?.data).toMatchObject({ id: record.id, status: 'completed' })
  })

  it('is told only of what it asks for, and of nothing before it was made', async () => {
    const dataset = await s.build.dataset()
    await s.build.record(dataset.id)
    await hook(['record.created'])
    await owner().patch(`/api/v1/datasets/${dataset.id}`, { guidelines: 'Read it.' })
    const { id } = await s.build.record(dataset.id)
    expect((await told()).map(({ type, data }) => [type, data.id])).toEqual([['record.created', id]])
  })

  it('is told later, in the same order, of what happens while its receiver is down', async () => {
    const { id } = await hook(['record.created'])
    const dataset = await s.build.dataset()
    await receiver.stop()
    const ids = [(await s.build.record(dataset.id)).id, (await s.build.record(dataset.id)).id]
    expect(await types()).toEqual([])
    expect(await jobOf(id)).toMatchObject({
      state: 'waiting',
      failures: 1,
      error: expect.stringContaining('did not answer'),
    })
    // However often it fails.
    await tryAgain(id, 30)
    expect(await types()).toEqual([])
    const failed = await jobOf(id)
    expect(failed).toMatchObject({ state: 'waiting', failures: 31 })
    expect(Number(failed?.due_at)).toBeLessThan(nowMicros() + 3601 * 1_000_000)
    await receiver.start()
    await tryAgain(id)
    expect((await told()).map(({ data }) => data.id)).toEqual(ids)
    expect(await jobOf(id)).toBeUndefined()
  })

  it('gets a message again with the same id, and not those before it', async () => {
    const { id } = await hook(['record.created'])
    const dataset = await s.build.dataset()
    const items = ['a', 'b', 'c'].map((text) => ({ fields: { text } }))
    const seen: string[] = []
    receiver.answerWith((message) => {
      seen.push(message.id)
      return { status: message.data.fields.text === 'b' && seen.length === 2 ? 500 : 200 }
    })
    await owner().post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
    expect(await types()).toEqual(['record.created'])
    expect(await jobOf(id)).toMatchObject({ failures: 1, error: expect.stringContaining('answered with status 500') })
    await tryAgain(id)
    expect((await told()).map(({ data }) => data.fields.text)).toEqual(['a', 'b', 'c'])
    expect(seen).toHaveLength(4)
    expect(seen[2]).toBe(seen[1])
    expect(new Set(seen).size).toBe(3)
  })

  it.each([engine].filter((one) => one === 'postgres'))(
    '%s: is notified of what a transaction commits late, and its job is not added over and over meanwhile',
    async () => {
      const dataset = await s.build.dataset()
      const isLogged = signal()
      const mayCommit = signal()
      const late = s.context.engine.transaction(async (tx) => {
        const of = { kind: 'dataset.update', subjectId: dataset.id, userId: null, datasetId: dataset.id } as const
        await logEvent(tx, { ...of, before: '{}', after: '{}' })
        isLogged.resolve()
        await mayCommit.promise
      })
      await isLogged.promise
      const { id } = await hook(['dataset.updated', 'record.created'])
      await s.build.record(dataset.id)
      for (let poll = 0; poll < 3; poll += 1) await s.context.jobs.wake()
      const jobs = await s.context.engine.db.selectFrom('jobs').select('id').where('subject', '=', id).execute()
      mayCommit.resolve()
      await late
      expect(jobs).toEqual([])
      expect(await types()).toEqual(['dataset.updated', 'record.created'])
    },
  )

  it.each([
    ['goes on elsewhere', 'when its address is changed', ['b', 'c']],
    ['ends', 'when it is deleted', []],
  ])('%s %s while a message is under way', async (_, how, elsewhere) => {
    const other = await startReceiver()
    const isReleased = signal()
    const { id } = await hook(['record.created'])
    const dataset = await s.build.dataset()
    receiver.holdUntil(isReleased.promise)
    const items = ['a', 'b', 'c'].map((text) => ({ fields: { text } }))
    const before = receiver.arrived()
    await owner().post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
    void s.context.jobs.wake()
    await expect.poll(() => receiver.arrived(), { timeout: 20_000 }).toBe(before + 1)
    if (how.includes('deleted')) await owner().delete(`${PATH}/${id}`)
    else await owner().patch(`${PATH}/${id}`, { url: other.url })
    isReleased.resolve()
    expect((await told()).map(({ data }) => data.fields.text)).toEqual(['a'])
    expect(other.received.map(({ data }) => data.fields.text)).toEqual(elsewhere)
    await other.stop()
  })

  it('is notified of the rest when one message cannot be made', async () => {
    const { id } = await hook(['record.deleted', 'record.created'])
    const dataset = await s.build.dataset()
    // As no version has ever logged it.
    const of = { kind: 'record.delete', subjectId: dataset.id, userId: null, datasetId: dataset.id } as const
    await s.context.engine.transaction((tx) => logEvent(tx, { ...of, before: '{}' }))
    await s.build.record(dataset.id)
    for (let again = 1; again < 12; again += 1) {
      expect(await types()).toEqual([])
      await tryAgain(id)
    }
    expect(await types()).toEqual(['record.created'])
  })

  it('gives up what its receiver refuses again and again, but never while it cannot be reached', async () => {
    const { id } = await hook(['record.created'])
    const dataset = await s.build.dataset()
    let status = 503
    receiver.answerWith(({ data }) => ({ status: data.fields.text === 'bad' ? status : 204 }))
    await s.build.record(dataset.id, { fields: { text: 'bad' } })
    await s.build.record(dataset.id, { fields: { text: 'good' } })
    for (let again = 0; again < 13; again += 1) {
      expect(await types()).toEqual([])
      await tryAgain(id)
    }
    status = 400
    for (let again = 1; again < 12; again += 1) {
      await tryAgain(id)
      expect(await types()).toEqual([])
    }
    // The pauses between have grown all the while.
    expect(await jobOf(id)).toMatchObject({ failures: 24 })
    await tryAgain(id)
    expect((await told()).map(({ data }) => data.fields.text)).toEqual(['good'])
  })

  it('is told nothing while it is disabled, and of what happens once it is enabled again', async () => {
    const { id } = await hook(['record.created'])
    const dataset = await s.build.dataset()
    await owner().patch(`${PATH}/${id}`, { enabled: false })
    await s.build.record(dataset.id, { fields: { text: 'unseen' } })
    expect(await types()).toEqual([])
    await owner().patch(`${PATH}/${id}`, { enabled: true })
    await s.build.record(dataset.id, { fields: { text: 'seen' } })
    expect((await told()).map(({ data }) => data.fields.text)).toEqual(['seen'])
  })

  it('is tried at once when its address is corrected', async () => {
    const { id } = await hook(['record.created'], 'http://127.0.0.1:9/nobody')
    const dataset = await s.build.dataset()
    await s.build.record(dataset.id)
    expect(await types()).toEqual([])
    await owner().patch(`${PATH}/${id}`, { url: receiver.url })
    expect(await types()).toEqual(['record.created'])
  })

  it('does not delay others by being slow or down', async () => {
    const slow = await startReceiver()
    const isReleased = signal()
    slow.holdUntil(isReleased.promise)
    await hook(['record.created'], slow.url)
    await hook(['record.created'])
    const dataset = await s.build.dataset()
    await s.build.record(dataset.id)
    void s.context.jobs.wake()
    await expect.poll(() => receiver.types(), { timeout: 20_000 }).toEqual(['record.created'])
    expect(slow.received).toEqual([])
    isReleased.resolve()
    await s.context.jobs.settle()
    expect(slow.types()).toEqual(['record.created'])
    await slow.stop()
  })

  it('is not led elsewhere by a redirect', async () => {
    const other = await startReceiver()
    const { id } = await hook(['record.created'])
    receiver.answerWith(() => ({ status: 307, headers: { location: other.url } }))
    await s.build.record((await s.build.dataset()).id)
    expect(await types()).toEqual([])
    expect(await jobOf(id)).toMatchObject({ error: expect.stringContaining('answered with status 307') })
    expect(other.received).toEqual([])
    await other.stop()
  })

  it('is pinged', async () => {
    const { id, secret } = await hook()
    expect((await owner().post(`${PATH}/${id}/ping`)).status).toBe(204)
    const [ping] = receiver.received
    expect(ping).toMatchObject({ type: 'ping', data: { version: expect.any(String) } })
    expect(ping && signatureOf(secret, ping)).toBe(ping?.headers['webhook-signature'])
    // A listener of the Python client knows no such type.
    receiver.answerWith(() => ({ status: 500 }))
    expect((await owner().post(`${PATH}/${id}/ping`)).status).toBe(204)
    await receiver.stop()
    expect(await owner().post(`${PATH}/${id}/ping`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/did not answer \(ECONN/) },
    })
    await receiver.start()
  })

  it('is notified of a dataset and a record that are restored', async () => {
    const other = await testServer(engine)
    const restore = (path: string, body?: object) => other.as('owner').post(`${path}/restore`, body)
    const dataset = await other.build.dataset()
    const record = await other.build.record(dataset.id)
    await other.as('owner').post(PATH, { url: receiver.url, events: EVENTS })
    await other.as('owner').delete(`/api/v1/records/${record.id}`)
    const { items } = (await other.as('owner').get(`/api/v1/deletions`)).body
    await restore(`/api/v1/deletions/${items[0].id}`, {})
    await other.as('owner').delete(`/api/v1/datasets/${dataset.id}`)
    await other.context.jobs.settle()
    await restore(`/api/v1/bin/${dataset.id}`)
    await other.context.jobs.settle()
    expect(receiver.types()).toEqual(['record.deleted', 'record.created', 'dataset.deleted', 'dataset.created'])
    // From the bin, with all its parts.
    expect(receiver.received[2]?.data).toMatchObject({ id: dataset.id, questions: [{ name: 'label' }] })
    await other.close()
  })
})
