import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = (...values: string[]) => values.map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'kind', title: 'Kind', settings: { type: 'label_selection', options: options('a', 'b') } },
  {
    name: 'tags',
    title: 'Tags',
    settings: { type: 'multi_label_selection', options: [{ value: 'x', text: 'Express' }, ...options('y', 'z')] },
  },
  { name: 'names', title: 'Names', settings: { type: 'span', field: 'text', options: options('person', 'place') } },
  { name: 'note', title: 'Note', settings: { type: 'text' } },
  { name: 'order', title: 'Order', settings: { type: 'ranking', options: options('p', 'q', 'r') } },
].map((question) => ({ required: question.name === 'kind', ...question }))

const HOUR = 3_600_000_000
/** 22 November 2026, 23:30 UTC: the 23rd in Berlin. */
const LATE = Date.UTC(2026, 10, 22, 23, 30) * 1000

describe.each(engines)('the progress of a team on %s', (engine) => {
  let s: TestServer
  let ids: { ann: string; bob: string }
  beforeAll(async () => {
    s = await testServer(engine)
    const [ann, bob] = [await s.build.user('annotator'), await s.build.user('annotator')]
    ids = { ann: ann.id, bob: bob.id }
  })

  type Answers = Record<string, unknown>
  const wire = (values: Answers) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

  /** Records with suggestions, and with what people answered, in so many hours from `LATE`. */
  async function dataset(
    records: {
      suggested?: Answers
      agent?: string
      answers?: [person: 'ann' | 'bob', hours: number, values: Answers, status?: string][]
    }[],
    minSubmitted = 1,
  ) {
    const made = await s.build.dataset({ questions: QUESTIONS })
    await s.as('owner').put(`/api/v1/datasets/${made.id}/queue`, { min_submitted: minSubmitted })
    const { body } = await s.as('owner').get(`/api/v1/datasets/${made.id}/questions`)
    const questionId = (name: string) => body.items.find((one: { name: string }) => one.name === name).id
    for (const { suggested = {}, agent = 'm', answers = [] } of records) {
      const suggestions = Object.entries(suggested).map(([name, value]) => ({
        question_id: questionId(name),
        value,
        agent,
      }))
      const responses = answers.map(([person, , values, status = 'submitted']) => ({
        ...{ user_id: ids[person], status, values: wire(values) },
      }))
      const record = await s.build.record(made.id, { fields: { text: 'Ann went to Rome' }, responses, suggestions })
      for (const [person, hours] of answers)
        await s.context.engine.transaction((tx) =>
          tx
            .updateTable('responses')
            .set({ inserted_at: LATE + hours * HOUR })
            .where('record_id', '=', record.id)
            .where('user_id', '=', ids[person])
            .execute(),
        )
    }
    return made.id
  }

  async function progressOf(id: string, timeZone?: string): Promise<TeamProgress> {
    const query = timeZone === undefined ? '' : `?time_zone=${encodeURIComponent(timeZone)}`
    const { status, body } = await s.as('owner').get(`/api/v1/datasets/${id}/team-progress${query}`)
    expect(status).toBe(200)
    return body
  }

  it('counts answers and completed records by day, in the time zone that is asked for', async () => {
    const id = await dataset(
      [
        {
          answers: [
            ['ann', 0, { kind: 'a' }],
            ['bob', 24, { kind: 'a' }],
          ],
        },
        { answers: [['ann', 0.01, { kind: 'b' }]] },
        {
          answers: [
            ['ann', 1, { kind: 'a' }, 'draft'],
            ['bob', 1, { kind: 'a' }, 'discarded'],
          ],
        },
        {},
      ],
      2,
    )
    const utc = await progressOf(id)
    expect(utc).toMatchObject({ records: { total: 4, completed: 1, started: 1 }, min_submitted: 2, answers: 3 })
    expect(utc.days).toEqual([
      { date: '2026-11-22', answers: 2, completed: 0 },
      { date: '2026-11-23', answers: 1, completed: 1 },
    ])
    const berlin = await progressOf(id, 'Europe/Berlin')
    expect(berlin.days.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-24'])
    // Half an hour and a quarter beside whole hours.
    const [first] = (await progressOf(id, 'Asia/Kathmandu')).days
    expect(first?.date).toBe('2026-11-23')
  })

  it('has each person with their answers, days and usual time', async () => {
    const seconds = (count: number) => count / 3600
    const id = await dataset([
      { answers: [['ann', 0, { kind: 'a' }]] },
      { answers: [['ann', seconds(8), { kind: 'a' }]] },
      { answers: [['ann', seconds(20), { kind: 'a' }]] },
      // After a break, which is not work.
      { answers: [['ann', 2, { kind: 'a' }]] },
      {
        answers: [
          ['ann', 2 + seconds(8), { kind: 'a' }],
          ['bob', 30, { kind: 'a' }, 'draft'],
        ],
      },
    ])
    await s.as('owner').patch(`/api/v1/users/${ids.ann}`, { first_name: 'Ann', last_name: 'Lee' })
    const { people } = await progressOf(id)
    expect(people).toMatchObject([
      { user_id: ids.ann, name: 'Ann Lee', submitted: 5, draft: 0, seconds: 8 },
      { user_id: ids.bob, submitted: 0, draft: 1, seconds: null, days: [] },
    ])
    expect(people[0]?.days).toEqual([
      { date: '2026-11-22', answers: 3 },
      { date: '2026-11-23', answers: 2 },
    ])
    expect(people[0]?.last_answer_at).toMatch(/^20\d\d-/)
  })

  it('tells what became of suggestions, whatever the order within a value', async () => {
    const span = (label: string, start: number, end: number) => ({ label, start, end })
    const id = await dataset([
      { suggested: { kind: 'a', tags: ['x', 'y'] }, answers: [['ann', 0, { kind: 'a', tags: ['y', 'x'] }]] },
      {
        suggested: { kind: 'a', tags: ['x'] },
        answers: [
          ['ann', 0, { kind: 'b' }],
          ['bob', 0, { kind: 'a', tags: ['x', 'z'] }],
        ],
      },
      { suggested: { kind: 'b' } },
      { suggested: { kind: 'b' }, agent: 'other', answers: [['ann', 0, { kind: 'b' }, 'discarded']] },
      {
        suggested: { names: [span('person', 0, 3), span('place', 12, 16)] },
        answers: [['ann', 0, { kind: 'a', names: [span('place', 12, 16), span('person', 0, 3)] }]],
      },
    ])
    const { suggestions } = await progressOf(id)
    expect(suggestions).toEqual([
      { agent: 'm', question: 'kind', suggested: 3, answered: 2, accepted: 2, changed: 1 },
      { agent: 'other', question: 'kind', suggested: 1, answered: 0, accepted: 0, changed: 0 },
      { agent: 'm', question: 'tags', suggested: 2, answered: 2, accepted: 1, changed: 2 },
      { agent: 'm', question: 'names', suggested: 1, answered: 1, accepted: 1, changed: 0 },
    ])
  })

  it('counts what is in spans and suggestions of more records than are read at once', async () => {
    const id = await dataset([])
    const { body } = await s.as('owner').get(`/api/v1/datasets/${id}/questions`)
    const questionId = (name: string) => body.items.find((one: { name: string }) => one.name === name).id
    const names = [{ label: 'person', start: 0, end: 3 }]
    const items = Array.from({ length: 1001 }, (_, at) => ({
      fields: { text: 'Ann went to Rome' },
      suggestions: [{ question_id: questionId('names'), value: names, agent: 'm' }],
      // Every other record has an answer, and every fourth another one than was suggested.
      responses:
        at % 2 === 0
          ? [{ user_id: ids.ann, status: 'submitted', values: wire({ kind: 'a', names: at % 4 === 0 ? names : [] }) }]
          : [],
    }))
    for (const part of [items.slice(0, 500), items.slice(500, 1000), items.slice(1000)])
      expect((await s.as('owner').post(`/api/v1/datasets/${id}/records/bulk`, { items: part })).status).toBe(201)
    const { suggestions, questions } = await progressOf(id)
    expect(suggestions).toEqual([
      { agent: 'm', question: 'names', suggested: 1001, answered: 501, accepted: 251, changed: 250 },
    ])
    expect(questions.find(({ name }) => name === 'names')?.labels).toEqual([
      { label: 'person', answers: 251, suggested: 1001 },
    ])
  })

  it('counts answers with texts that PostgreSQL has no JSON for', async () => {
    const odd = 'a\u0000b \ud800'
    const id = await dataset([
      { suggested: { kind: 'a', note: 'b' }, answers: [['ann', 0, { kind: 'a', note: odd }]] },
      { answers: [['bob', 0, { kind: 'b', names: [{ label: 'person', start: 0, end: 3 }] }]] },
    ])
    const { suggestions, questions } = await progressOf(id)
    expect(suggestions).toMatchObject([
      { question: 'kind', accepted: 1, changed: 0 },
      { question: 'note', accepted: 0, changed: 1 },
    ])
    expect(questions.find(({ name }) => name === 'names')?.labels).toEqual([
      { label: 'person', answers: 1, suggested: 0 },
    ])
  })

  it('counts how often each label was submitted and suggested', async () => {
    const id = await dataset([
      {
        suggested: { kind: 'a', names: [{ label: 'person', start: 0, end: 3 }] },
        answers: [['ann', 0, { kind: 'b', tags: ['x', 'y'] }]],
      },
      {
        answers: [
          ['ann', 0, { kind: 'b', tags: ['x'], names: [{ label: 'place', start: 12, end: 16 }] }],
          ['bob', 0, { kind: 'a' }, 'draft'],
        ],
      },
    ])
    const { questions } = await progressOf(id)
    expect(questions).toEqual([
      {
        name: 'kind',
        title: 'Kind',
        type: 'label_selection',
        labels: [
          { label: 'b', answers: 2, suggested: 0 },
          { label: 'a', answers: 0, suggested: 1 },
        ],
      },
      {
        name: 'tags',
        title: 'Tags',
        type: 'multi_label_selection',
        labels: [
          { label: 'x', text: 'Express', answers: 2, suggested: 0 },
          { label: 'y', answers: 1, suggested: 0 },
        ],
      },
      {
        name: 'names',
        title: 'Names',
        type: 'span',
        labels: [
          { label: 'place', answers: 1, suggested: 0 },
          { label: 'person', answers: 0, suggested: 1 },
        ],
      },
      { name: 'note', title: 'Note', type: 'text', labels: [] },
    ])
  })

  it('counts how often each option was ranked first, and says that texts have no labels', async () => {
    const ranking = (...ranks: number[]) => ['p', 'q', 'r'].map((value, at) => ({ value, rank: ranks[at] }))
    const id = await dataset([
      {
        suggested: { order: ranking(3, 2, 1) },
        answers: [
          ['ann', 0, { kind: 'a', order: ranking(2, 1, 3), note: 'p' }],
          ['bob', 0, { kind: 'a', order: ranking(1, 1, 2) }],
        ],
      },
      {
        answers: [
          ['ann', 0, { kind: 'a', order: ranking(2, 1, 3) }],
          ['bob', 0, { kind: 'a', order: ranking(1, 2, 3) }, 'draft'],
        ],
      },
    ])
    const { questions } = await progressOf(id)
    expect(questions.slice(1)).toEqual([
      { name: 'note', title: 'Note', type: 'text', labels: [] },
      {
        name: 'order',
        title: 'Order',
        type: 'ranking',
        labels: [
          { label: 'q', answers: 3, suggested: 0 },
          { label: 'p', answers: 1, suggested: 0 },
          { label: 'r', answers: 0, suggested: 1 },
        ],
      },
    ])
  })

  it('is for who leads the workspace, and refuses unknown time zones', async () => {
    const id = await dataset([])
    const path = `/api/v1/datasets/${id}/team-progress`
    const { workspace_id } = (await s.as('owner').get(`/api/v1/datasets/${id}`)).body
    const member = await s.build.user('annotator')
    await s.as('owner').post(`/api/workspaces/${workspace_id}/users/${member.id}`)
    expect((await s.as(member.username).get(path)).status).toBe(403)
    expect((await s.as('owner').get(`${path}?time_zone=Mars/Olympus`)).status).toBe(422)
    expect(await progressOf(id)).toMatchObject({
      records: { total: 0 },
      days: [],
      people: [],
      suggestions: [],
      questions: [{ name: 'note', labels: [] }],
    })
  })
})
