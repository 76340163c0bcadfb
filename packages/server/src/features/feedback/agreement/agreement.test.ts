import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { selectAnsweredAfter } from './agreement.store'

const options = (...values: string[]) => values.map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'Kind', settings: { type: 'label_selection', options: options('a', 'b', 'c') } },
  { name: 'stars', title: 'Stars', settings: { type: 'rating', options: [1, 2, 3, 4, 5].map((value) => ({ value })) } },
  { name: 'tags', title: 'Tags', settings: { type: 'multi_label_selection', options: options('x', 'y', 'z') } },
  { name: 'order', title: 'Order', settings: { type: 'ranking', options: options('p', 'q') } },
  { name: 'names', title: 'Names', settings: { type: 'span', field: 'text', options: options('person', 'place') } },
  { name: 'note', title: 'Note', settings: { type: 'text' } },
].map((question) => ({ required: question.name === 'label', ...question }))

type Values = Record<string, unknown>

describe.each(engines)('agreement on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  const asWire = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

  /** Records, each with what some people answered. */
  async function answered(records: { [person: string]: Values }[], ids: Record<string, string>, status = 'submitted') {
    const dataset = await s.build.dataset({ questions: QUESTIONS })
    for (const record of records) {
      const responses = Object.entries(record).map(([person, values]) => ({
        user_id: ids[person],
        status,
        values: asWire(values),
      }))
      await s.build.record(dataset.id, { fields: { text: 'Ann went to Rome' }, responses })
    }
    return dataset
  }

  async function people() {
    const users = await Promise.all(['ann', 'bob', 'eve'].map(() => s.build.user('annotator')))
    const [ann, bob, eve] = users.map(({ id }) => id)
    return { users, ids: { ann: ann ?? '', bob: bob ?? '', eve: eve ?? '' } }
  }

  const agreementOf = async (id: string): Promise<DatasetAgreement> => {
    const { status, body } = await s.as('owner').get(`/api/v1/datasets/${id}/agreement`)
    expect(status).toBe(200)
    return body
  }
  const question = ({ questions }: DatasetAgreement, name: string) => questions.find((one) => one.name === name)

  it('gives the figures of each question, pair of people and label', async () => {
    const { ids, users } = await people()
    const dataset = await answered(
      [
        { ann: { label: 'a', stars: 1, tags: ['x', 'y'] }, bob: { label: 'a', stars: 1, tags: ['y', 'x'] } },
        { ann: { label: 'b', stars: 5, tags: ['x'] }, bob: { label: 'b', stars: 4, tags: ['x', 'z'] } },
        { ann: { label: 'a', note: 'yes' }, bob: { label: 'b', note: 'yes' }, eve: { label: 'b', note: 'no' } },
        {
          ann: { label: 'c', names: [{ label: 'person', start: 0, end: 3 }] },
          bob: { label: 'c', names: [{ label: 'person', start: 0, end: 3 }] },
        },
        { ann: { label: 'a', names: [{ label: 'place', start: 12, end: 16 }] }, bob: { label: 'a', names: [] } },
        { ann: { label: 'c' } },
      ],
      ids,
    )
    const found = await agreementOf(dataset.id)
    expect(found.questions.map(({ name, records }) => [name, records])).toEqual([
      ['label', 5],
      ['stars', 2],
      ['tags', 2],
      ['order', 0],
      ['names', 2],
      ['note', 1],
    ])
    const label = question(found, 'label')
    expect(label).toMatchObject({
      title: 'Kind',
      type: 'label_selection',
      answers: 11,
      people: 3,
      cohen: null,
      fleiss: null,
    })
    // Seven pairs of answers: five the same, and among three people one of three.
    expect(label?.percent).toBeCloseTo(5 / 7, 12)
    // By hand: n = 11 of a 5, b 4, c 2; observed (2 · 2 / 2) / 11, expected (110 − 20 − 12 − 2) / 110.
    expect(label?.alpha).toBeCloseTo(1 - 2 / 11 / (76 / 110), 12)
    expect(label?.interval?.[0]).toBeLessThan(label?.alpha ?? 0)
    expect(label?.pairs[0]).toMatchObject({ users: [ids.ann, ids.bob].sort(), records: 5, percent: 0.8 })
    expect(label?.labels.map(({ label: name, used }) => [name, used])).toEqual([
      ['a', 5],
      ['b', 4],
      ['c', 2],
    ])
    for (const { f1, f1_interval, alpha, interval } of label?.labels ?? []) {
      expect(f1_interval?.[0]).toBeLessThanOrEqual(f1 ?? -1)
      expect(f1_interval?.[1]).toBeGreaterThanOrEqual(f1 ?? 2)
      expect(interval?.[0]).toBeLessThan(alpha ?? -1)
      expect(interval?.[1]).toBeGreaterThanOrEqual(alpha ?? 2)
    }
    for (const { percent, percent_interval, alpha, interval } of label?.people_agreement ?? []) {
      expect(percent_interval?.[0]).toBeLessThan(percent)
      // Eve answered one record only, which tells no interval of alpha.
      if (interval) expect(interval[0]).toBeLessThan(alpha ?? -1)
    }
    expect(label?.people_agreement.map(({ interval }) => interval === null).sort()).toEqual([false, false, true])
    expect(found.users.map(({ username }) => username).sort()).toEqual(users.map(({ username }) => username).sort())
    expect(question(found, 'tags')).toMatchObject({ percent: 0.5 })
    // Wilson's interval for four of five.
    expect(label?.pairs[0]?.percent_interval?.map((end) => end.toFixed(4))).toEqual(['0.3755', '0.9638'])
    expect(question(found, 'names')).toMatchObject({ percent: 0.5, f1: 2 / 3, f1_interval: [0, 1] })
    // Ratings 1 1, 5 4, as numbers: observed (2 · 1) / 4, expected (2 · 16 + 2 · 9) · 2 + 2 · 1 over 4 · 3.
    expect(question(found, 'stars')?.alpha_equal_steps).toBeCloseTo(1 - 2 / 4 / (102 / 12), 12)
    expect(label?.alpha_equal_steps).toBeNull()
    expect(question(found, 'note')).toMatchObject({ alpha: null, percent: 1 / 3, verdict: 'unknown' })
    expect(question(found, 'order')?.meaning).toBe('No record has two submitted answers to this question yet.')
  })

  it('reads records beyond one page, and counts nobody as a person who was deleted', async () => {
    const { ids, users } = await people()
    const records = Array.from({ length: 230 }, (_, at) => ({
      ann: { label: at % 2 ? 'a' : 'b' },
      bob: { label: at % 2 ? 'a' : 'b' },
      eve: { label: 'c' },
    }))
    const dataset = await s.build.dataset({ questions: QUESTIONS })
    const items = records.map((record) => ({
      fields: { text: 'Hello' },
      responses: Object.entries(record).map(([person, values]) => ({
        user_id: ids[person as keyof typeof ids],
        status: 'submitted',
        values: asWire(values),
      })),
    }))
    expect((await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })).status).toBe(201)
    const before = question(await agreementOf(dataset.id), 'label')
    expect(before).toMatchObject({ records: 230, answers: 690, people: 3 })
    expect(before?.pairs.map(({ records: both, percent }) => [both, percent]).sort()).toEqual([
      [230, 0],
      [230, 0],
      [230, 1],
    ])
    await s.as('owner').delete(`/api/v1/users/${users[2]?.id}`)
    const after = question(await agreementOf(dataset.id), 'label')
    expect(after).toMatchObject({
      records: 230,
      answers: 690,
      people: 2,
      percent: before?.percent,
      alpha: before?.alpha,
    })
    expect(after?.pairs).toHaveLength(1)
  })

  it('reads no records but those with two or more submitted answers', async () => {
    const { ids } = await people()
    const dataset = await answered(
      [
        { ann: { label: 'a' } },
        { ann: { label: 'a' }, bob: { label: 'a' } },
        {},
        { ann: { label: 'a' }, bob: { label: 'b' } },
      ],
      ids,
    )
    const { heavyDb } = s.context.engine
    const [first, ...others] = await selectAnsweredAfter(heavyDb, dataset.id, 2, undefined, 10)
    expect(others).toHaveLength(1)
    expect(await selectAnsweredAfter(heavyDb, dataset.id, 2, first, 10)).toEqual(others)
    expect(await selectAnsweredAfter(heavyDb, dataset.id, 2, others[0], 10)).toEqual([])
  })

  it('counts submitted answers only, and is for those who lead the workspace', async () => {
    const { ids } = await people()
    const dataset = await answered([{ ann: { label: 'a' }, bob: { label: 'a' } }], ids, 'draft')
    expect(question(await agreementOf(dataset.id), 'label')).toMatchObject({ records: 0, pairs: [], labels: [] })
    const member = { workspaces: [dataset.workspaceId] }
    const path = `/api/v1/datasets/${dataset.id}/agreement`
    const statusFor = async (username: string) => (await s.as(username).get(path)).status
    expect(await statusFor((await s.build.user('admin', member)).username)).toBe(200)
    expect(await statusFor((await s.build.user('annotator', member)).username)).toBe(403)
    expect(await statusFor((await s.build.user('admin')).username)).toBe(403)
    expect((await s.as('owner').get('/api/v1/datasets/7b2d9f3e-0000-4000-8000-000000000000/agreement')).status).toBe(
      404,
    )
  })

  it('gives the same to all who ask at once', async () => {
    const { ids } = await people()
    const dataset = await answered([{ ann: { label: 'a' }, bob: { label: 'b' } }], ids)
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => agreementOf(dataset.id)))
    for (const other of others) expect(other).toEqual(first)
  })
})
