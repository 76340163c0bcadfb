import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const options = ['a', 'b'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'L', required: true, settings: { type: 'label_selection', options } },
  { name: 'labels', title: 'M', settings: { type: 'multi_label_selection', options } },
  { name: 'ranking', title: 'R', settings: { type: 'ranking', options } },
  { name: 'rating', title: 'S', settings: { type: 'rating', options: [{ value: 0 }, { value: 1 }] } },
  { name: 'words', title: 'T', settings: { type: 'text' } },
]

describe.each(engines)('suggestions, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let recordId: string
  const owner = () => s.as('owner')
  const put = (body: unknown, id = recordId) => owner().put(`/api/v1/records/${id}/suggestions`, body)
  const list = async (id = recordId) => (await owner().get(`/api/v1/records/${id}/suggestions`)).body.items

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS })
    recordId = (await s.build.record(d.id)).id
  })

  it('creates one for a question, then replaces it [E28]', async () => {
    const { id } = await s.build.record(d.id)
    const made = await put(
      { question_id: d.questions.label, value: 'a', score: 0.5, agent: 'bert v1', type: 'model' },
      id,
    )
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      question_id: d.questions.label,
      value: 'a',
      score: 0.5,
      agent: 'bert v1',
      type: 'model',
    })
    expect(made.body).not.toHaveProperty('record_id')
    const replaced = await put({ question_id: d.questions.label, value: 'b' }, id)
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({ id: made.body.id, value: 'b', score: null, agent: null, type: null })
    expect(replaced.body.inserted_at).toBe(made.body.inserted_at)
    expect(replaced.body.updated_at > made.body.updated_at).toBe(true)
    const other = await put({ question_id: d.questions.rating, value: 0 }, id)
    expect(await list(id)).toEqual([replaced.body, other.body])
  })

  const KEPT: [string, unknown, unknown?][] = [
    ['words', 'Some text'],
    ['rating', 0, 1],
    ['labels', ['b', 'a'], [0.1, 1]],
    [
      'ranking',
      [
        { value: 'a', rank: 2 },
        { value: 'b', rank: null },
      ],
      [0, 0.25],
    ],
  ]
  it.each(KEPT)('keeps the value of a %s question as it is', async (question, value, score) => {
    const { id } = await s.build.record(d.id)
    const { status, body } = await put({ question_id: d.questions[question], value, score }, id)
    expect(status).toBe(201)
    expect(body).toMatchObject({ value, score: score ?? null })
  })

  it('drops other keys of ranked options and fills in a missing rank', async () => {
    const { body } = await put({ question_id: d.questions.ranking, value: [{ value: 'a', text: 'A' }] })
    expect(body.value).toEqual([{ value: 'a', rank: null }])
  })

  const REFUSED: [string, string, unknown, unknown, string][] = [
    [
      'an unknown label',
      'label',
      'z',
      undefined,
      "'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
    ],
    [
      'a list of scores for one value',
      'label',
      'a',
      [0.1],
      'a list of score values is not allowed for a suggestion with a single value',
    ],
    [
      'one score for a list',
      'labels',
      ['a'],
      0.1,
      'a single score value is not allowed for a suggestion with a multiple items value',
    ],
    [
      'another number of scores',
      'labels',
      ['a'],
      [0.1, 0.2],
      "number of items on value and score attributes doesn't match",
    ],
    [
      'a text as rating',
      'rating',
      '1',
      undefined,
      "'1' is not a valid rating for rating question.\nValid ratings are: [0, 1]",
    ],
  ]
  it.each(REFUSED)('refuses %s', async (_, question, value, score, detail) => {
    expect(await put({ question_id: d.questions[question], value, score })).toMatchObject({
      status: 422,
      body: { detail },
    })
  })

  it('refuses questions that are not of the dataset', async () => {
    const other = await s.build.dataset({ questions: QUESTIONS })
    for (const id of [UNKNOWN, other.questions.label])
      expect(await put({ question_id: id, value: 'a' })).toMatchObject({
        status: 422,
        body: { detail: `Question with id \`${id}\` not found` },
      })
  })

  it('deletes one', async () => {
    const { id } = await s.build.record(d.id)
    const made = (await put({ question_id: d.questions.label, value: 'a' }, id)).body
    expect(await owner().delete(`/api/v1/suggestions/${made.id}`)).toMatchObject({ status: 200, body: made })
    expect(await list(id)).toEqual([])
    expect(await owner().delete(`/api/v1/suggestions/${made.id}`)).toMatchObject({
      status: 404,
      body: { detail: `Suggestion with id \`${made.id}\` not found` },
    })
  })

  it('deletes several of a record, and leaves those of others', async () => {
    const [one, two] = [await s.build.record(d.id), await s.build.record(d.id)]
    const kept = (await put({ question_id: d.questions.rating, value: 1 }, one?.id)).body
    const gone = (await put({ question_id: d.questions.label, value: 'a' }, one?.id)).body
    const other = (await put({ question_id: d.questions.label, value: 'a' }, two?.id)).body
    const path = `/api/v1/records/${one?.id}/suggestions?ids=${gone.id},${other.id},${UNKNOWN}`
    expect(await owner().delete(path)).toMatchObject({ status: 204, body: undefined })
    expect(await list(one?.id)).toEqual([kept])
    expect(await list(two?.id)).toEqual([other])
  })

  it.each([
    ['', 'Invalid UUID format'],
    ['nonsense', 'Invalid UUID format'],
    [Array(101).fill(UNKNOWN).join(','), 'Cannot delete more than 100 suggestions at once'],
  ])('refuses ids=%.12s…', async (ids, detail) => {
    const reply = await owner().delete(`/api/v1/records/${recordId}/suggestions?ids=${ids}`)
    expect(reply).toMatchObject({ status: 422, body: { detail } })
  })

  it('lists the agents of each question [C15] [E28]', async () => {
    const own = await s.build.dataset({ questions: QUESTIONS })
    const agents = ['zeta', 'alpha', 'zeta', null]
    for (const agent of agents)
      await s.build.record(own.id, { suggestions: [{ question_id: own.questions.rating, value: 1, agent }] })
    const { status, body } = await owner().get(`/api/v1/datasets/${own.id}/records/search/suggestions/options`)
    expect(status).toBe(200)
    expect(body.items).toEqual(
      QUESTIONS.map(({ name }) => ({
        question: { id: own.questions[name], name },
        agents: name === 'rating' ? ['alpha', 'zeta'] : [],
      })),
    )
  })
})
