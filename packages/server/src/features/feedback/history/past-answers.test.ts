import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { wireTime } from '../../../db/clock'
import { insertRows } from '../../../db/insert-rows'
import { FORGET_EVENTS, forgetEvents } from '../../../events/forget-events'
import { enqueue } from '../../../jobs/enqueue'
import { JobRunner } from '../../../jobs/job-runner'
import type { Reply } from '../../../testing/client'
import { nextMillisecond, nextMoment, randomNumbers } from '../../../testing/random-history'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { selectChangesSince, selectDeletedSince, selectEventSizes } from './past-answers.store'

interface Answer {
  id: string
  status: string
  values: Record<string, { value: string }> | null
  user_id: string | null
  inserted_at: string
}
type Answers = Record<string, { responses: Answer[]; resolutions: object[] }>
interface Person {
  id: string
  username: string
}

const STEPS = 70
/** Another history with each run; its number is in the title of the test, and repeats it when put beside the fixed ones. */
const RANDOM_SEED = Math.floor(Math.random() * 1_000_000)

describe.each(engines)('the answers of an earlier time, %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  it.each([1, 2, 3, RANDOM_SEED])(
    'are those that were exported then, whatever happened since (history %i)',
    {
      timeout: 300_000,
    },
    async (seed) => {
      const history = await makeHistory(s, seed)
      expect(history.length).toBeGreaterThan(STEPS / 3)
      for (const { at, did, answers, names, datasetId } of history) {
        const then = await readThen(s, datasetId, at, 1 + (seed % 3))
        expect(then.answers, `after ${did} at ${at}`).toEqual(answers)
        for (const [id, username] of names) expect(then.names.get(id), `after ${did}`).toBe(username)
      }
    },
  )

  it('say from when on they are known once old events were deleted', async () => {
    const d = await s.build.dataset()
    await s.build.record(d.id)
    const two = 2 * 86_400_000_000
    const { engine: store } = s.context
    const before = Date.now() * 1000 - two
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${wireTime(before)}`)).body.items).toEqual([])
    await store.transaction(async (tx) => {
      await tx
        .updateTable('events')
        .set((eb) => ({ at: eb('at', '-', two) }))
        .where('dataset_id', '=', d.id)
        .execute()
      await enqueue(tx, FORGET_EVENTS)
    })
    await new JobRunner(s.context, { forget_events: forgetEvents(1) }).settle()
    const refused = await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${wireTime(before)}`)
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toMatch(/^The log of changes begins at \d{4}-.* Ask for a later moment\.$/)
    const later = await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${wireTime(Date.now() * 1000)}`)
    expect([later.status, later.body.items.length]).toEqual([200, 1])
  })

  it('leave out a record that an import had only written, even if it was deleted later', async () => {
    const d = await s.build.dataset()
    const record = await s.build.record(d.id)
    const at = await nextMoment()
    // As if the import had been committed after the moment.
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('events')
        .set({ at: Date.now() * 1000 })
        .where('dataset_id', '=', d.id)
        .where('kind', 'in', ['records.create', 'records.upsert'])
        .execute(),
    )
    const then = async () => (await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${at}`)).body.items
    expect(await then()).toEqual([])
    await s.as('owner').delete(`/api/v1/records/${record.id}`)
    expect(await then()).toEqual([])
  })

  it('name who decided, also if that user or a later one was deleted since', async () => {
    const d = await s.build.dataset()
    const record = await s.build.record(d.id)
    const moments: { at: string; user: string | null }[] = []
    const note = async (user: string | null) => moments.push({ at: await nextMoment(), user })
    const leads = [1, 2].map(() => s.build.user('admin', { workspaces: [d.workspaceId] }))
    for (const lead of await Promise.all(leads)) {
      const body = { question_id: d.questions.label, value: 'a' }
      const decided = await s.as(lead.username).put(`/api/v1/records/${record.id}/resolutions`, body)
      expect([200, 201]).toContain(decided.status)
      await note(lead.id)
      await s.as('owner').delete(`/api/v1/users/${lead.id}`)
      await note(null)
    }
    for (const { at, user } of moments) {
      const { body } = await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${at}`)
      expect(body.items[0].resolutions).toMatchObject([{ value: 'a', user_id: user }])
      expect(body.users.map(({ id }: { id: string }) => id)).toEqual(user === null ? [] : [user])
    }
  })

  it('are read past earlier deletions with the index alone, and no further than the page', async () => {
    const d = await s.build.dataset()
    const at = Date.now() * 1000 - 1
    const ids = []
    for (let count = 0; count < 4; count++) ids.push((await s.build.record(d.id)).id)
    const [first = '', second = '', , last = ''] = ids.toSorted()
    for (const id of [first, last]) await s.as('owner').delete(`/api/v1/records/${id}`)
    const { db } = s.context.engine
    const page = { datasetId: d.id, at, after: '', limit: 10 }
    expect(await selectDeletedSince(db, page)).toEqual([first, last])
    expect(await selectDeletedSince(db, page, second)).toEqual([first])
    const definition =
      engine === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where name = 'events_deleted'`
        : sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = 'events_deleted'`
    expect((await definition.execute(db)).rows[0]?.text).toContain('(dataset_id, subject_id, at)')
  })

  it('are told by the first change of each answer alone', async () => {
    const d = await s.build.dataset()
    const record = await s.build.record(d.id)
    const question_id = d.questions.label
    const me = (await s.as('owner').get('/api/v1/me')).body
    const answer = (value: string) => ({
      items: [{ record_id: record.id, status: 'submitted', values: { label: { value } } }],
    })
    await s.as('owner').post('/api/v1/me/responses/bulk', answer('a'))
    await nextMillisecond()
    const at = Date.now() * 1000
    await nextMillisecond()
    for (const value of ['b', 'c', 'b']) {
      await s.as('owner').post('/api/v1/me/responses/bulk', answer(value))
      await s.as('owner').put(`/api/v1/records/${record.id}/resolutions`, { question_id, value })
    }
    const { db } = s.context.engine
    const changes = await selectChangesSince(db, [record.id], at)
    expect(changes.map(({ kind, before, after }) => [kind, before === null, after === null])).toEqual([
      ['response.update', false, true],
      ['resolution.create', true, false],
    ])
    expect(JSON.parse(changes[0]?.before ?? '')).toMatchObject({ user_id: me.id, values: { label: { value: 'a' } } })
    const bytes = changes.reduce((sum, { before, after }) => sum + Buffer.byteLength(before ?? after ?? ''), 0)
    expect(await selectEventSizes(db, [record.id], at)).toEqual(new Map([[record.id, bytes]]))
  })

  it('are read without the lists of imports and of deleted users where none is needed', async () => {
    const d = await s.build.dataset()
    await s.build.record(d.id)
    const minute = 60_000_000
    const at = Date.now() * 1000 + 15 * minute
    const later = { at: at + minute, user_id: null, dataset_id: d.id, record_id: null, subject_id: d.id }
    const unreadable = { before: 'unreadable', after: 'unreadable' }
    await s.context.engine.transaction((tx) =>
      insertRows(tx, 'events', [
        { ...later, ...unreadable, kind: 'responses.anonymize' },
        { ...later, ...unreadable, kind: 'records.create' },
      ]),
    )
    const reply = await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${wireTime(at)}`)
    expect([reply.status, reply.body.items.length]).toEqual([200, 1])
  })

  it('come with the records as they are now, where these are still there', async () => {
    const d = await s.build.dataset()
    const [kept, gone] = [await s.build.record(d.id), await s.build.record(d.id)]
    const at = await nextMoment()
    const patched = { metadata: { seen: 'later' } }
    expect((await s.as('owner').patch(`/api/v1/records/${kept.id}`, patched)).status).toBe(200)
    await s.as('owner').delete(`/api/v1/records/${gone.id}`)
    const read = async (query = '') =>
      (await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?at=${at}${query}`)).body.items
    for (const item of await read()) expect(item).not.toHaveProperty('record')
    const items = new Map(
      (await read('&include=records&include=suggestions&include=vectors')).map((item: { record_id: string }) => [
        item.record_id,
        item,
      ]),
    )
    expect(items.get(gone.id)).toMatchObject({ record: null })
    expect(items.get(kept.id)).toMatchObject({
      record: { id: kept.id, metadata: { seen: 'later' }, suggestions: [], vectors: {} },
    })
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/answers?include=everything`)).status).toBe(422)
  })

  it('take a moment in any zone, and nothing else', async () => {
    const d = await s.build.dataset()
    const answers = (query: string) => s.as('owner').get(`/api/v1/datasets/${d.id}/answers${query}`)
    expect((await answers('?at=2031-01-02T03:04:05.123456')).status).toBe(200)
    expect((await answers(`?at=${encodeURIComponent('2031-01-02T03:04+05:30')}`)).status).toBe(200)
    expect((await answers('')).status).toBe(200)
    for (const query of ['?at=yesterday', '?at=2031-02-31T00:00', '?at=2031-01-02T03:04&limit=101'])
      expect((await answers(query)).status, query).toBe(422)
  })
})

interface Moment {
  at: string
  did: string
  answers: Answers
  names: Map<string, string>
  datasetId: string
}

/** Let random things happen in a dataset, and export its answers now and then. */
async function makeHistory(s: TestServer, seed: number): Promise<Moment[]> {
  const random = randomNumbers(seed)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const owner = s.as('owner')
  const d = await s.build.dataset()
  const people: Person[] = []
  const join = async () => people.push(await s.build.user('annotator', { workspaces: [d.workspaceId] }))
  for (let count = 0; count < 3; count++) await join()
  let options = ['a', 'b', 'c']
  let renamed = 0
  const question = `/api/v1/questions/${d.questions.label}`
  const readOptions = async () => {
    const { items } = (await owner.get(`/api/v1/datasets/${d.id}/questions`)).body
    const { settings } = items.find(({ id }: { id: string }) => id === d.questions.label)
    options = settings.options.map(({ value }: { value: string }) => value)
  }
  const label = () => ({ label: { value: pick(options) } })
  const answer = () =>
    pick([
      { status: 'submitted', values: label() },
      { status: 'draft', values: {} },
      { status: 'draft', values: label() },
      { status: 'discarded' },
    ])
  const given = () => people.filter(() => random() < 0.5).map(({ id }) => ({ user_id: id, ...answer() }))
  const records = async () =>
    (await owner.get(`/api/v1/datasets/${d.id}/records?include=responses&limit=1000`)).body.items
  const record = async (): Promise<string | undefined> => pick<{ id: string }>(await records())?.id
  const response = async (): Promise<Answer | undefined> =>
    pick<Answer>((await records()).flatMap((one: { responses: Answer[] }) => one.responses))
  const seen: Answer[] = []

  const happenings: Record<string, () => Promise<Reply | undefined>> = {
    import: () =>
      owner.post(`/api/v1/datasets/${d.id}/records/bulk`, {
        items: [1, 2].map(() => ({ fields: { text: 'x' }, responses: given() })),
      }),
    answer: async () => {
      const person = pick(people)
      const record_id = await record()
      if (!person || !record_id) return undefined
      return s.as(person.username).post('/api/v1/me/responses/bulk', { items: [{ record_id, ...answer() }] })
    },
    'change by a lead': async () => {
      const one = await response()
      return one && owner.put(`/api/v1/responses/${one.id}`, answer())
    },
    'restore of an earlier answer': async () => {
      const one = pick(seen)
      const isValid = one?.values && options.includes(one.values.label?.value ?? '')
      return one && isValid
        ? owner.put(`/api/v1/responses/${one.id}`, { status: one.status, values: one.values })
        : undefined
    },
    'deletion of an answer': async () => {
      const one = await response()
      return one && owner.delete(`/api/v1/responses/${one.id}`)
    },
    'deletion of a record': async () => {
      const id = await record()
      return id === undefined ? undefined : owner.delete(`/api/v1/datasets/${d.id}/records?ids=${id}`)
    },
    'restore of deleted records': async () => {
      const { body } = await owner.get('/api/v1/deletions')
      const one = pick<{ id: string }>(
        body.items.filter(({ dataset }: { dataset: { id: string } }) => dataset.id === d.id),
      )
      return one && owner.post(`/api/v1/deletions/${one.id}/restore`, {})
    },
    'import over records': async () => {
      const id = await record()
      const items = [
        { ...(id !== undefined && { id }), fields: { text: 'x' }, responses: given() },
        { fields: { text: 'y' }, responses: given() },
      ]
      return owner.put(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    },
    'rename of an option': async () => {
      const value = pick(options) ?? ''
      const to = `renamed-${++renamed}`
      const reply = await owner.post(`${question}/options:change`, { kind: 'rename', value, to })
      await s.context.jobs.settle()
      await readOptions()
      return reply
    },
    'merging of two options': async () => {
      const value = pick(options)
      const into = pick(options.filter((one) => one !== value))
      // Two are needed for a question.
      if (options.length < 3 || value === undefined || into === undefined) return undefined
      const reply = await owner.post(`${question}/options:change`, { kind: 'merge', value, into })
      await s.context.jobs.settle()
      await readOptions()
      return reply
    },
    'undoing of a change of the options': async () => {
      const { body } = await owner.get(`${question}/options/changes`)
      const one = body.items.find(({ state }: { state: string }) => state === 'done')
      const reply = one && (await owner.post(`${question}/options:undo`, { id: one.id }))
      await s.context.jobs.settle()
      await readOptions()
      return reply
    },
    decision: async () => {
      const id = await record()
      const body = { question_id: d.questions.label, value: pick(options) }
      return id === undefined ? undefined : owner.put(`/api/v1/records/${id}/resolutions`, body)
    },
    'deletion of a decision': async () => {
      const id = await record()
      if (id !== undefined) await owner.delete(`/api/v1/records/${id}/resolutions/${d.questions.label}`)
      return undefined
    },
    'deletion of a user': async () => {
      if (random() < 0.5) return undefined
      const [gone] = people.splice(Math.floor(random() * people.length), 1)
      await join()
      return gone && owner.delete(`/api/v1/users/${gone.id}`)
    },
    'deletion and restore of the dataset': async () => {
      await owner.delete(`/api/v1/datasets/${d.id}`)
      return owner.post(`/api/v1/bin/${d.id}/restore`)
    },
  }
  const moments: Moment[] = []
  for (let step = 0; step < STEPS; step++) {
    const name = pick(['import', 'answer', 'answer', 'answer', ...Object.keys(happenings)]) ?? ''
    const reply = await happenings[name]?.()
    // An answer may have been deleted with its record.
    expect([undefined, 200, 201, 204, 404], `${name}: ${JSON.stringify(reply?.body)}`).toContain(reply?.status)
    if (random() < 0.5) continue
    const answers = await exportAnswers(s, d.id)
    seen.push(...Object.values(answers).flatMap(({ responses }) => responses))
    const authors = new Set(Object.values(answers).flatMap(({ responses }) => responses.map(({ user_id }) => user_id)))
    const names = new Map(people.filter(({ id }) => authors.has(id)).map(({ id, username }) => [id, username]))
    moments.push({ at: await nextMoment(), did: name, answers, names, datasetId: d.id })
  }
  return moments
}

/** The answers as they are now, by record. */
async function exportAnswers(s: TestServer, datasetId: string): Promise<Answers> {
  const { body } = await s.as('owner').get(`/api/v1/datasets/${datasetId}/records?include=responses&limit=1000`)
  const answers: Answers = {}
  for (const { id, responses } of body.items) {
    const resolutions = (await s.as('owner').get(`/api/v1/records/${id}/resolutions`)).body.items
    answers[id] = { responses: responses.map(known), resolutions: resolutions.map(decided) }
  }
  return answers
}

async function readThen(s: TestServer, datasetId: string, at: string, limit: number) {
  const answers: Answers = {}
  const names = new Map<string, string>()
  let after = ''
  for (;;) {
    const query = `at=${at}&limit=${limit}${after && `&after=${after}`}`
    const reply = await s.as('owner').get(`/api/v1/datasets/${datasetId}/answers?${query}`)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    for (const { record_id, responses, resolutions } of reply.body.items)
      answers[record_id] = { responses: responses.map(known), resolutions: resolutions.map(decided) }
    for (const { id, username } of reply.body.users) names.set(id, username)
    if (reply.body.next === null) return { answers, names }
    after = reply.body.next
  }
}

/** An import that writes the same answer again moves `updated_at`, and is no change of the log. */
function known({ id, status, values, user_id, inserted_at }: Answer): Answer {
  return { id, status, values, user_id, inserted_at }
}

/** Who decided is not exported. */
function decided({ question_id, value }: { question_id: string; value: unknown }): object {
  return { question_id, value }
}
