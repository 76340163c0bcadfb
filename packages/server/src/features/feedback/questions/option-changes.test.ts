import { randomUUID } from 'node:crypto'
import type { OptionChange } from '@postil/contract/options'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { NOTHING } from '../../options/option-owner'

const options = (...values: string[]) => values.map((value) => ({ value, text: value.toUpperCase() }))
/** What holds the first option of the question `label` in the world of these tests. */
const HELD = { records: 44, submitted: 44, drafts: 22, discarded: 22, suggestions: 44, resolutions: 1 }
/** What is decided about the first record. */
const DECIDED = {
  label: 'a',
  labels: ['b', 'a'],
  rank: [
    { value: 'a', rank: 1 },
    { value: 'b', rank: 1 },
  ],
  span: [{ label: 'b', start: 2, end: 4 }],
}
const question = (name: string, settings: object) => ({ name, title: name, settings, required: name === 'label' })

describe.each(engines)('changes of options on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  /** A dataset with a question of each kind, and 130 records with suggestions and answers of two people, of which one is decided. */
  const world = async () => {
    const dataset = await s.build.dataset({
      questions: [
        question('label', { type: 'label_selection', options: options('a', 'b', 'c'), visible_options: 3 }),
        question('labels', { type: 'multi_label_selection', options: options('a', 'b', 'c') }),
        question('rank', { type: 'ranking', options: options('a', 'b') }),
        question('span', { type: 'span', field: 'text', options: options('a', 'b') }),
        question('stars', { type: 'rating', options: [{ value: 1 }, { value: 2 }] }),
      ],
    })
    const owner = (await s.as('owner').get('/api/v1/me')).body
    const other = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const span = (label: string, start = 0) => ({ label, start, end: start + 2 })
    const rank = (first: string, second: string) => [
      { value: first, rank: 1 },
      { value: second, rank: 2 },
    ]
    const items = Array.from({ length: 130 }, (_, index) => {
      const label = ['a', 'b', 'c'][index % 3]
      const values = {
        label: { value: label },
        labels: { value: index % 2 === 0 ? ['a', 'b'] : ['c', 'a'] },
        rank: { value: rank('a', 'b') },
        span: { value: [span('a'), span('b', 2)] },
        stars: { value: 1 },
      }
      return {
        fields: { text: 'Hello' },
        suggestions: [
          { question_id: dataset.questions.label, value: label, agent: 'm', score: 0.5 },
          { question_id: dataset.questions.labels, value: ['a', 'b'], agent: 'm', score: [0.25, 0.75] },
          { question_id: dataset.questions.span, value: [span('a')], agent: 'm' },
        ],
        responses: [
          { user_id: owner.id, status: 'submitted', values },
          { user_id: other.id, status: index % 2 === 0 ? 'draft' : 'discarded', values },
        ],
      }
    })
    const made = await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
    expect(made.status).toBe(201)
    const { items: list } = (await s.as('owner').get(`/api/v1/datasets/${dataset.id}/records?limit=1`)).body
    const resolutions = `/api/v1/records/${list[0].id}/resolutions`
    for (const [name, value] of Object.entries(DECIDED))
      await s.as('owner').put(resolutions, { question_id: dataset.questions[name], value })
    return { ...dataset, resolutions }
  }
  type World = Awaited<ReturnType<typeof world>>
  const of = ({ questions }: World, name: string) => `/api/v1/questions/${questions[name]}`
  const preview = (ds: World, name: string, body: OptionChange) =>
    s.as('owner').post(`${of(ds, name)}/options:preview`, body)
  const change = (ds: World, name: string, body: OptionChange) =>
    s.as('owner').post(`${of(ds, name)}/options:change`, body)
  const undo = (ds: World, name: string, id: string) => s.as('owner').post(`${of(ds, name)}/options:undo`, { id })
  const settled = async (ds: World, name: string) => {
    await s.context.jobs.settle()
    return (await s.as('owner').get(`${of(ds, name)}/options/changes`)).body.items
  }
  const changed = async (ds: World, name: string, body: OptionChange) => {
    expect((await change(ds, name, body)).status).toBe(200)
    return (await settled(ds, name))[0]
  }
  const settingsOf = async (ds: World, name: string) => {
    const { items } = (await s.as('owner').get(`/api/v1/datasets/${ds.id}/questions`)).body
    return items.find((item: { name: string }) => item.name === name).settings
  }
  const everything = async (ds: World, name: string) => ({
    records: (await s.as('owner').get(`/api/v1/datasets/${ds.id}/records?include=responses,suggestions&limit=500`))
      .body,
    settings: await settingsOf(ds, name),
    decided: (await s.as('owner').get(ds.resolutions)).body,
    terms: await s.context.engine.db
      .selectFrom('answer_terms')
      .select(['source', 'kind', 'user_id', 'question_id', 'term', 'num'])
      .where('dataset_id', '=', ds.id)
      .orderBy('source')
      .orderBy('question_id')
      .orderBy('kind')
      .orderBy('term')
      .execute(),
  })
  const found = async (ds: World, value: string, name = 'label') => {
    const filters = { and: [{ type: 'terms', scope: { entity: 'suggestion', question: name }, values: [value] }] }
    const reply = await s.as('owner').post(`/api/v1/me/datasets/${ds.id}/records/search?limit=1`, { filters })
    expect(reply.status).toBe(200)
    return reply.body.total
  }

  it('rename the value of an option in answers, drafts and suggestions, and filters follow', async () => {
    const ds = await world()
    const rename: OptionChange = { kind: 'rename', value: 'a', to: 'x y' }
    const touched = (await preview(ds, 'label', rename)).body
    expect(touched).toEqual({
      records: 44,
      annotations: 0,
      predictions: 0,
      rules: 0,
      submitted: 44,
      drafts: 22,
      discarded: 22,
      suggestions: 44,
      resolutions: 1,
    })
    expect(await changed(ds, 'label', rename)).toMatchObject({ state: 'done', touched })
    const { options: now } = await settingsOf(ds, 'label')
    expect(now[0]).toEqual({ value: 'x y', text: 'A', description: null })
    expect([await found(ds, 'a'), await found(ds, 'x y')]).toEqual([0, 44])
    // The same word is an option of other questions, too.
    expect(await found(ds, 'a', 'labels')).toBe(130)
    const record = await s.build.record(ds.id)
    const answer = (value: string) =>
      s.as('owner').post(`/api/v1/records/${record.id}/responses`, { status: 'draft', values: { label: { value } } })
    expect((await answer('a')).status).toBe(422)
    expect((await answer('x y')).status).toBe(201)
  })

  it.each([
    ['label', { kind: 'rename', value: 'a', to: 'z' }],
    ['label', { kind: 'rename', value: 'a', text: 'Only the text', description: 'and more' }],
    ['label', { kind: 'merge', value: 'a', into: 'b' }],
    ['label', { kind: 'retire', value: 'a' }],
    ['label', { kind: 'reorder', order: ['c'] }],
    ['label', { kind: 'color', value: 'a', color: 3 }],
    ['label', { kind: 'add', options: [{ value: 'd', text: 'A D' }] }],
    ['labels', { kind: 'merge', value: 'a', into: 'b' }],
    ['labels', { kind: 'rename', value: 'a', to: 'z' }],
    ['rank', { kind: 'rename', value: 'a', to: 'z' }],
    ['span', { kind: 'merge', value: 'a', into: 'b' }],
    ['span', { kind: 'rename', value: 'b', to: 'z' }],
  ] as [string, OptionChange][])('of %s are undone exactly: %j', async (name, body) => {
    const ds = await world()
    const before = await everything(ds, name)
    const { id } = await changed(ds, name, body)
    expect(await everything(ds, name)).not.toEqual(before)
    expect((await undo(ds, name, id)).status).toBe(200)
    expect((await settled(ds, name))[0]).toMatchObject({ id, state: 'undone' })
    expect(await everything(ds, name)).toEqual(before)
  })

  it.each([
    ['add', { kind: 'add', options: [{ value: 'd', text: 'A D' }] }, { records: 0 }],
    ['rename', { kind: 'rename', value: 'a', to: 'z' }, HELD],
    ['reorder', { kind: 'reorder', order: ['c', 'b', 'a'] }, { records: 0 }],
    ['merge', { kind: 'merge', value: 'a', into: 'b' }, HELD],
    ['retire', { kind: 'retire', value: 'a' }, HELD],
  ] as [string, OptionChange, object][])(
    'to %s say what they touch, and are one event, as is their undo',
    async (_, body, touches) => {
      const ds = await world()
      const before = await everything(ds, 'label')
      expect((await preview(ds, 'label', body)).body).toEqual({ ...NOTHING, ...touches })
      expect(await everything(ds, 'label')).toEqual(before)
      const { id } = await changed(ds, 'label', body)
      await undo(ds, 'label', id)
      await settled(ds, 'label')
      const events = await s.context.engine.db
        .selectFrom('events')
        .select('kind')
        .where('dataset_id', '=', ds.id)
        .where('kind', 'like', 'question.options%')
        .orderBy('seq')
        .execute()
      expect(events.map(({ kind }) => kind)).toEqual(['question.options_change', 'question.options_undo'])
    },
  )

  it('are in the history of each record that they change, and so is their undo', async () => {
    const ds = await world()
    const id = ds.resolutions.split('/')[4]
    const latest = async (count: number) => {
      const { items } = (await s.as('owner').get(`/api/v1/records/${id}/history`)).body
      return items
        .slice(0, count)
        .map(({ kind, user_id, before, after }: { kind: string; user_id: string; before: State; after: State }) => [
          kind,
          user_id,
          labelIn(before),
          labelIn(after),
        ])
        .toSorted()
    }
    const owner = (await s.as('owner').get('/api/v1/me')).body.id
    const { id: renamed } = await changed(ds, 'label', { kind: 'rename', value: 'a', to: 'z' })
    const became = (before: string, after: string) => [
      ['resolution.update', owner, before, after],
      ['response.update', owner, before, after],
      ['response.update', owner, before, after],
      ['suggestion.update', owner, before, after],
    ]
    expect(await latest(4)).toEqual(became('a', 'z'))
    expect((await undo(ds, 'label', renamed)).status).toBe(200)
    await settled(ds, 'label')
    expect(await latest(4)).toEqual(became('z', 'a'))
  })

  it('reach answers that are sent later by clients that keep answers until they are saved', async () => {
    const ds = await world()
    await changed(ds, 'label', { kind: 'rename', value: 'a', to: 'x y' })
    await changed(ds, 'labels', { kind: 'merge', value: 'b', into: 'c' })
    const [first, second] = [await s.build.record(ds.id), await s.build.record(ds.id)]
    const values = { label: { value: 'a' }, labels: { value: ['c', 'b', 'a'] } }
    const present = { label: { value: 'x y' }, labels: { value: ['c', 'a'] } }
    const body = { status: 'draft', values }
    const owner = s.as('owner')
    const kept = () => ({ 'idempotency-key': randomUUID() })
    const create = `/api/v1/records/${first.id}/responses`
    expect((await owner.post(create, body)).status).toBe(422)
    const created = await owner.post(create, body, kept())
    expect([created.status, created.body.values]).toEqual([201, present])
    const update = `/api/v1/responses/${created.body.id}`
    expect((await owner.put(update, body)).status).toBe(422)
    const updated = await owner.put(update, body, kept())
    expect([updated.status, updated.body.values]).toEqual([200, present])
    const items = [
      { ...body, record_id: second.id },
      { ...body, record_id: first.id, values: { label: { value: 'never there' } } },
    ]
    const { body: bulk } = await owner.post('/api/v1/me/responses/bulk', { items }, kept())
    expect(bulk.items[0].item.values).toEqual(present)
    expect(bulk.items[1].error.detail).toContain("'never there' is not a valid label")
  })

  it('merge labels that one answer holds, with their scores', async () => {
    const ds = await world()
    await changed(ds, 'labels', { kind: 'merge', value: 'a', into: 'b' })
    const { items } = (
      await s.as('owner').get(`/api/v1/datasets/${ds.id}/records?include=responses,suggestions&limit=2`)
    ).body
    const [first, second] = items
    expect(first.responses[0].values.labels).toEqual({ value: ['b'] })
    expect(second.responses[0].values.labels).toEqual({ value: ['c', 'b'] })
    const decided = (await s.as('owner').get(ds.resolutions)).body.items
    const byQuestion = new Map(
      decided.map((one: { question_id: string; value: unknown }) => [one.question_id, one.value]),
    )
    expect([byQuestion.get(ds.questions.labels), byQuestion.get(ds.questions.label)]).toEqual([['b'], 'a'])
    const suggestion = first.suggestions.find((one: { question_id: string }) => one.question_id === ds.questions.labels)
    expect(suggestion).toMatchObject({ value: ['b'], score: [0.75] })
    expect((await settingsOf(ds, 'labels')).options.map(({ value }: { value: string }) => value)).toEqual(['b', 'c'])
  })

  it('that retire an option leave answers valid, and older clients may still send the list of options', async () => {
    const ds = await world()
    await changed(ds, 'label', { kind: 'retire', value: 'a' })
    const settings = await settingsOf(ds, 'label')
    expect(settings).toMatchObject({
      options: [{ value: 'b' }, { value: 'c' }],
      retired_options: [{ value: 'a' }],
      visible_options: null,
    })
    const record = await s.build.record(ds.id)
    const values = { ...(await firstValues(ds)), label: { value: 'a' } }
    expect(
      (await s.as('owner').post(`/api/v1/records/${record.id}/responses`, { status: 'submitted', values })).status,
    ).toBe(201)
    const patched = await s.as('owner').patch(of(ds, 'label'), {
      settings: { type: 'label_selection', options: options('c', 'b') },
    })
    expect([patched.status, patched.body.settings]).toEqual([
      200,
      expect.objectContaining({ retired_options: settings.retired_options }),
    ])
    await changed(ds, 'label', { kind: 'restore', value: 'a' })
    expect((await settingsOf(ds, 'label')).retired_options).toBeUndefined()
  })

  it('leave answers that were given, and decisions that were made, anew since', async () => {
    const ds = await world()
    const { id } = await changed(ds, 'label', { kind: 'merge', value: 'a', into: 'b' })
    const { items } = (await s.as('owner').get(`/api/v1/datasets/${ds.id}/records?include=responses&limit=4`)).body
    const [first] = items
    const mine = first.responses[0]
    const values = { ...mine.values, stars: { value: 2 } }
    expect((await s.as('owner').put(`/api/v1/responses/${mine.id}`, { status: 'submitted', values })).status).toBe(200)
    const decide = (value: string) => s.as('owner').put(ds.resolutions, { question_id: ds.questions.label, value })
    expect((await decide('c')).status).toBe(200)
    await undo(ds, 'label', id)
    await settled(ds, 'label')
    const later = (await s.as('owner').get(`/api/v1/datasets/${ds.id}/records?include=responses&limit=4`)).body.items
    const now = (at: number) =>
      later[at].responses.find((one: { user_id: string }) => one.user_id === mine.user_id).values.label
    expect([now(0), now(3)]).toEqual([{ value: 'b' }, { value: 'a' }])
    expect((await s.as('owner').get(ds.resolutions)).body.items[0].value).toBe('c')
  })

  it('are refused where they do not fit', async () => {
    const ds = await world()
    const refused: [string, OptionChange, string][] = [
      ['rank', { kind: 'retire', value: 'a' }, 'cannot be changed in this way'],
      ['stars', { kind: 'rename', value: '1', to: '3' }, 'cannot be changed'],
      ['label', { kind: 'rename', value: 'a', to: 'b' }, 'is there already'],
      ['label', { kind: 'merge', value: 'a', into: 'x' }, 'is not there any more'],
    ]
    for (const [name, body, message] of refused) {
      const reply = await change(ds, name, body)
      expect([reply.status, reply.body.detail]).toEqual([422, expect.stringContaining(message)])
      expect((await preview(ds, name, body)).status).toBe(422)
    }
    const { id } = await changed(ds, 'label', { kind: 'retire', value: 'a' })
    expect((await undo(ds, 'labels', id)).status).toBe(409)
    const { username } = await s.build.user('annotator', { workspaces: [ds.workspaceId] })
    expect(
      (await s.as(username).post(`${of(ds, 'label')}/options:change`, { kind: 'retire', value: 'b' })).status,
    ).toBe(403)
  })

  async function firstValues(ds: World) {
    const { items } = (await s.as('owner').get(`/api/v1/datasets/${ds.id}/records?include=responses&limit=1`)).body
    return items[0].responses[0].values
  }
})

interface State {
  value?: string
  values?: { label: { value: string } }
}
const labelIn = ({ value, values }: State) => value ?? values?.label.value
