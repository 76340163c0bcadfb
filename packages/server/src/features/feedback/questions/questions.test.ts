import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = (...values: string[]) => values.map((value) => ({ value, text: value.toUpperCase() }))
const described = (...values: string[]) => options(...values).map((option) => ({ ...option, description: null }))
const label = (...values: string[]) => ({ type: 'label_selection', options: options(...values) })
const question = (name: string, settings: object, more: object = {}) => ({ name, title: 'A title', settings, ...more })

/** What each type answers when only what must be sent was sent. */
const TYPES: [type: string, sent: object, answered: object][] = [
  ['text', { type: 'text' }, { type: 'text', use_markdown: false }],
  [
    'rating',
    { type: 'rating', options: [{ value: 0 }, { value: 10 }] },
    { type: 'rating', options: [{ value: 0 }, { value: 10 }] },
  ],
  [
    'label_selection',
    label('b', 'a'),
    { type: 'label_selection', options: described('b', 'a'), visible_options: null },
  ],
  [
    'multi_label_selection',
    { ...label('b', 'a', 'c'), type: 'multi_label_selection', visible_options: 3, options_order: 'suggestion' },
    {
      type: 'multi_label_selection',
      options: described('b', 'a', 'c'),
      visible_options: 3,
      options_order: 'suggestion',
    },
  ],
  ['ranking', { ...label('b', 'a'), type: 'ranking' }, { type: 'ranking', options: described('b', 'a') }],
  [
    'span',
    { type: 'span', field: 'text', options: options('b') },
    {
      type: 'span',
      field: 'text',
      options: described('b'),
      visible_options: null,
      allow_overlapping: false,
      allow_character_annotation: true,
    },
  ],
]

describe.each(engines)('questions on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  const draft = () => s.build.dataset({ questions: [], publish: false })
  const create = (datasetId: string, body: unknown) =>
    s.as('owner').post(`/api/v1/datasets/${datasetId}/questions`, body)
  const patch = (id: string, body: unknown) => s.as('owner').patch(`/api/v1/questions/${id}`, body)
  /** A question with these settings, in a published dataset. */
  const published = async (settings: object): Promise<string> => {
    const dataset = await s.build.dataset({ questions: [question('q', settings, { required: true })] })
    return dataset.questions.q ?? ''
  }

  describe('POST /datasets/{id}/questions', () => {
    it.each(TYPES)('creates a %s question with the defaults filled in [E21]', async (_, sent, answered) => {
      const { id } = await draft()
      const reply = await create(id, question('q', sent))
      expect(reply.status).toBe(201)
      const { id: questionId, inserted_at, ...rest } = reply.body
      expect(questionId).toMatch(/^[0-9a-f-]{36}$/)
      expect(rest).toEqual({
        name: 'q',
        title: 'A title',
        description: null,
        required: false,
        settings: answered,
        dataset_id: id,
        updated_at: inserted_at,
      })
      expect((await s.as('owner').get(`/api/v1/datasets/${id}/questions`)).body).toEqual({ items: [reply.body] })
    })

    it('refuses a name twice, before it looks at the status of the dataset', async () => {
      const { id } = await s.build.dataset()
      const again = await create(id, question('label', { type: 'text' }))
      const detail = `Question with name \`label\` already exists for dataset with id \`${id}\``
      expect([again.status, again.body]).toEqual([409, { detail }])
      const other = await create(id, question('other', { type: 'span', field: 'none', options: options('a') }))
      expect([other.status, other.body]).toEqual([
        422,
        { detail: 'questions cannot be created for a published dataset' },
      ])
    })

    it('asks a span question for an existing field that no other has', async () => {
      const field = (name: string) => ({ name, title: 'T', settings: { type: 'text' } })
      const { id } = await s.build.dataset({ fields: [field('z'), field('a')], questions: [], publish: false })
      const span = (name: string, of: string) => question(name, { type: 'span', field: of, options: options('x') })
      const wrong = await create(id, span('one', 'b'))
      const detail = "'b' is not a valid field name.\nValid field names are ['z', 'a']"
      expect([wrong.status, wrong.body]).toEqual([422, { detail }])
      const first = await create(id, span('one', 'a'))
      expect(first.status).toBe(201)
      const second = await create(id, span('two', 'a'))
      const used = `'a' is already used by span question with id '${first.body.id}'`
      expect([second.status, second.body]).toEqual([422, { detail: used }])
      expect((await create(id, span('two', 'z'))).status).toBe(201)
    })

    it.each<[object, string[]]>([
      [{}, ['name: field required', 'title: field required', 'settings: field required']],
      [
        question('Q', { type: 'text' }, { title: 't'.repeat(501), description: '' }),
        [
          'name: string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"',
          'title: ensure this value has at most 500 characters',
          'description: ensure this value has at least 1 characters',
        ],
      ],
      [
        question('q', { type: 'text' }, { description: 'd'.repeat(1001) }),
        ['description: ensure this value has at most 1000 characters'],
      ],
      [
        question('q', { type: 'dream' }),
        [
          "settings: No match for discriminator 'type' and value 'dream' (allowed values: 'text', 'rating', 'label_selection', 'multi_label_selection', 'ranking', 'span')",
        ],
      ],
      [question('q', { options: [] }), ["settings: Discriminator 'type' is missing in value"]],
      [question('q', { type: 'rating' }), ['settings.options: field required']],
      [question('q', { type: 'rating', options: 5 }), ['settings.options: value is not a valid list']],
      [
        question('q', { type: 'rating', options: [{ value: 'x' }, {}] }),
        ['settings.options.0.value: value is not a valid integer', 'settings.options.1.value: field required'],
      ],
      [
        question('q', { type: 'rating', options: [{ value: 1 }, { value: 11 }] }),
        ['settings.options: Option value 11 out of range [0, 10]'],
      ],
      [
        question('q', label('a', 'b', 'a', 'b')),
        ["settings.options: Option values must be unique, found duplicates: {'a', 'b'}"],
      ],
      [question('q', label('a')), ['settings.options: ensure this value has at least 2 items']],
      [
        question('q', { ...label('a', 'b', 'c'), visible_options: 4 }),
        [
          "settings.__root__: the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
        ],
      ],
      [
        question('q', { ...label('a', 'b', 'c'), visible_options: 2 }),
        ['settings.visible_options: ensure this value is greater than or equal to 3'],
      ],
    ])('refuses %j', async (body, errors) => {
      const { id } = await draft()
      const found = errorsOf(await create(id, body))
      expect(found).toEqual(errors.map((error) => `body.${error}`))
    })
  })

  it('lists questions in the order of creation, to members [C12]', async () => {
    const dataset = await draft()
    for (const name of ['z', 'a', 'm']) await create(dataset.id, question(name, { type: 'text' }))
    const member = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const stranger = await s.build.user('annotator')
    const path = `/api/v1/datasets/${dataset.id}/questions`
    const { body } = await s.as(member.username).get(path)
    expect(body.items.map((item: { name: string }) => item.name)).toEqual(['z', 'a', 'm'])
    expect((await s.as(stranger.username).get(path)).status).toBe(403)
    expect((await s.anonymous.get(path)).status).toBe(401)
    expect((await s.as('owner').get(`/api/v1/datasets/${randomUUID()}/questions`)).status).toBe(404)
  })

  describe('PATCH /questions/{id}', () => {
    it('changes title and description, and clears the description with null [C12]', async () => {
      const id = await published({ type: 'text' })
      const reply = await patch(id, { title: 'New', description: 'Why' })
      expect([reply.status, reply.body.title, reply.body.description]).toEqual([200, 'New', 'Why'])
      expect(reply.body.updated_at > reply.body.inserted_at).toBe(true)
      expect((await patch(id, { title: 'Newer' })).body.description).toBe('Why')
      expect((await patch(id, { description: null })).body).toMatchObject({ title: 'Newer', description: null })
    })

    it('ignores what cannot change, and moves no time for nothing', async () => {
      const dataset = await s.build.dataset()
      const path = `/api/v1/datasets/${dataset.id}/questions`
      const [before] = (await s.as('owner').get(path)).body.items
      const whole = { ...before, id: null, name: 'renamed', required: false, inserted_at: null, dataset_id: null }
      const reply = await patch(before.id, whole)
      expect([reply.status, reply.body]).toEqual([200, before])
    })

    it.each<[string, object, object, object]>([
      ['use_markdown', { type: 'text' }, { use_markdown: true }, { use_markdown: true }],
      ['visible_options without options [C12]', label('a', 'b', 'c'), { visible_options: 3 }, { visible_options: 3 }],
      [
        'visible_options to all',
        { ...label('a', 'b', 'c'), visible_options: 3 },
        { visible_options: null },
        { visible_options: null },
      ],
      ['nothing', { ...label('a', 'b', 'c'), visible_options: 3 }, {}, { visible_options: 3 }],
      [
        'texts, descriptions and order of options',
        label('a', 'b'),
        {
          options: [
            { value: 'b', text: 'Second', description: 'd' },
            { value: 'a', text: 'First' },
          ],
        },
        {
          options: [
            { value: 'b', text: 'Second', description: 'd' },
            { value: 'a', text: 'First', description: null },
          ],
          visible_options: null,
        },
      ],
      ['nothing for options: null', label('a', 'b'), { options: null }, { options: described('a', 'b') }],
      [
        'options_order',
        { ...label('a', 'b'), type: 'multi_label_selection' },
        { options_order: 'suggestion' },
        { options_order: 'suggestion' },
      ],
      [
        'nothing of a rating',
        { type: 'rating', options: [{ value: 1 }, { value: 2 }] },
        { options: [{ value: 7 }] },
        { options: [{ value: 1 }, { value: 2 }] },
      ],
      [
        'nothing of a ranking',
        { ...label('a', 'b'), type: 'ranking' },
        { options: options('x') },
        { options: described('a', 'b') },
      ],
      [
        'overlapping of a span question, never its field',
        { type: 'span', field: 'text', options: options('a') },
        { allow_overlapping: true, field: 'other' },
        { allow_overlapping: true, field: 'text' },
      ],
      [
        'nothing for allow_overlapping: null',
        { type: 'span', field: 'text', options: options('a') },
        { allow_overlapping: null },
        { allow_overlapping: false },
      ],
    ])('changes %s', async (_, stored, change, answered) => {
      const id = await published(stored)
      const type = 'type' in stored ? stored.type : undefined
      const reply = await patch(id, { settings: { type, ...change } })
      expect(reply.status).toBe(200)
      expect(reply.body.settings).toMatchObject({ type, ...answered })
    })

    it.each<[string, object, object, string]>([
      [
        'another type before anything else',
        label('a', 'b'),
        { type: 'multi_label_selection', options: options('x') },
        "question type cannot be changed. expected 'label_selection' but got 'multi_label_selection'",
      ],
      [
        'another type for a rating',
        { type: 'rating', options: [{ value: 1 }, { value: 2 }] },
        { type: 'text' },
        "question type cannot be changed. expected 'rating' but got 'text'",
      ],
      [
        'another number of options',
        label('a', 'b'),
        { type: 'label_selection', options: options('x', 'y', 'z'), visible_options: 9 },
        'the number of options cannot be modified. expected 2 but got 3',
      ],
      [
        'other option values',
        label('b', 'a', 'c'),
        { type: 'label_selection', options: options('x', 'c', 'a'), visible_options: 9 },
        // Sorted and compared one by one: b against c, c against x.
        "the option values cannot be modified. found unexpected option values: ['c', 'x']",
      ],
      [
        'a value sent twice',
        label('a', 'b'),
        { type: 'label_selection', options: options('a', 'a') },
        "the option values cannot be modified. found unexpected option values: ['a']",
      ],
      [
        'more visible options than there are',
        label('a', 'b', 'c'),
        { type: 'label_selection', visible_options: 4 },
        "the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
      ],
      [
        'more visible options before overlapping',
        { type: 'span', field: 'text', options: options('a'), allow_overlapping: true },
        { type: 'span', visible_options: 3 },
        "the value for 'visible_options' must be less or equal to the number of items in 'options' (1)",
      ],
      [
        'overlapping not sent again',
        { type: 'span', field: 'text', options: options('a'), allow_overlapping: true },
        { type: 'span', options: options('a') },
        "'allow_overlapping' can't be disabled because responses may become inconsistent",
      ],
      [
        'overlapping sent as null',
        { type: 'span', field: 'text', options: options('a'), allow_overlapping: true },
        { type: 'span', allow_overlapping: null },
        "'allow_overlapping' can't be disabled because responses may become inconsistent",
      ],
    ])('refuses %s', async (_, stored, change, detail) => {
      const id = await published(stored)
      const reply = await patch(id, { title: 'not kept', settings: change })
      expect([reply.status, reply.body]).toEqual([422, { detail }])
    })

    it('does not check the length of option texts, and keeps an overlapping span that is resent', async () => {
      const id = await published({ type: 'span', field: 'text', options: options('a'), allow_overlapping: true })
      const change = { options: [{ value: 'a', text: 't'.repeat(600) }], allow_overlapping: true }
      const reply = await patch(id, { settings: { type: 'span', ...change } })
      expect([reply.status, reply.body.settings.options[0].text.length]).toEqual([200, 600])
    })

    it.each<[object, string]>([
      [{ title: null, settings: null }, '__root__: The following keys must have non-null values: title, settings'],
      [{ settings: {} }, "settings: Discriminator 'type' is missing in value"],
      [
        { settings: { type: 'label_selection', visible_options: 2 } },
        'settings.visible_options: ensure this value is greater than or equal to 3',
      ],
      [
        { settings: { type: 'multi_label_selection', options_order: null } },
        'settings.__root__: The following keys must have non-null values: options_order',
      ],
      [{ description: '' }, 'description: ensure this value has at least 1 characters'],
    ])('refuses the shape of %j', async (body, error) => {
      expect(errorsOf(await patch(await published(label('a', 'b')), body))).toEqual([`body.${error}`])
    })
  })

  it('deletes a question of a draft only', async () => {
    const { id } = await draft()
    const made = (await create(id, question('q', { type: 'text' }))).body
    const reply = await s.as('owner').delete(`/api/v1/questions/${made.id}`)
    expect([reply.status, reply.body]).toEqual([200, made])
    const again = await s.as('owner').delete(`/api/v1/questions/${made.id}`)
    expect([again.status, again.body]).toEqual([404, { detail: `Question with id \`${made.id}\` not found` }])
    const refused = await s.as('owner').delete(`/api/v1/questions/${await published({ type: 'text' })}`)
    expect([refused.status, refused.body]).toEqual([
      422,
      { detail: 'questions cannot be deleted for a published dataset' },
    ])
  })
})
