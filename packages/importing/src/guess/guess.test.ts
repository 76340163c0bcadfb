import type { Json } from '@postil/contract/shapes'
import { describe, expect, it } from 'vitest'
import { checkPlan } from '../plan/check-plan'
import { type ColumnUse, schemaOf } from '../plan/plan'
import { flatten, isJsonObject, type JsonObject } from '../read/flatten'
import { Profiler } from '../read/profile'
import { guessPlan } from './guess'
import { type NoLabels, whyNoLabels } from './guess-labels'
import { datasetNameFor, itemNameFor, safeFileName } from './names'

function profile(rows: readonly JsonObject[]) {
  const profiler = new Profiler()
  const columns: string[] = []
  for (const [line, row] of rows.entries()) {
    const cells: Json[] = []
    for (const [name, value] of flatten(row)) {
      if (!columns.includes(name)) columns.push(name)
      cells[columns.indexOf(name)] = value
    }
    profiler.add({ line: line + 1, cells }, columns.indexOf('responses'))
  }
  return { rows: profiler.rows, columns: profiler.profiles(columns), answers: profiler.answers() }
}

function repeat(count: number, row: (index: number) => JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) => row(index))
}

function uses(rows: readonly JsonObject[]): Record<string, ColumnUse> {
  return Object.fromEntries(guessPlan(profile(rows), 'foreign').columns.map(({ source, use }) => [source, use]))
}

describe('guessPlan', () => {
  it('makes a label question of a column of labels, with all of them as options', () => {
    const rows = repeat(400, (index) => ({ text: `Message number ${index} about my card`, category: `c${index % 77}` }))
    const plan = guessPlan(profile(rows), 'foreign')
    expect(plan.columns.map(({ use }) => use.kind)).toEqual(['field', 'suggestion'])
    expect(plan.questions).toMatchObject([
      { name: 'category', settings: { type: 'label_selection', visible_options: 20 } },
    ])
    const [question] = plan.questions
    expect(question?.settings.type === 'label_selection' && question.settings.options).toHaveLength(77)
    expect(checkPlan(plan)).toEqual([])
    expect(plan.hasContentIds).toBe(true)
  })

  it.each<[string, (index: number) => Json, Partial<ColumnUse>]>([
    ['id', (index) => `row-${index}`, { kind: 'id' }],
    ['id', () => 'same', { kind: 'metadata', type: 'terms' }],
    ['stars', (index) => (index % 5) + 1, { kind: 'suggestion' }],
    ['age', (index) => index + 20, { kind: 'metadata', type: 'integer' }],
    ['ratio', (index) => index / 7, { kind: 'metadata', type: 'float' }],
    ['user_number', (index) => `12345678901234567${index % 10}`, { kind: 'metadata', type: 'terms' }],
    ['zip', (index) => `0${index}`, { kind: 'metadata', type: 'terms' }],
    ['is_correct', (index) => index % 2 === 0, { kind: 'metadata', type: 'terms' }],
    ['embedding', () => [0.1, 0.2, 0.3, 0.4], { kind: 'vector', dimensions: 4 }],
    ['labels', (index) => [`l${index % 3}`], { kind: 'suggestion' }],
    ['keywords', (index) => [`l${index % 3}`, 'all'], { kind: 'metadata', type: 'terms' }],
    ['entities', () => [{ start: 0, end: 4, label: 'x' }], { kind: 'suggestion' }],
    [
      'order',
      () => [
        { value: 'a', rank: 1 },
        { value: 'b', rank: 2 },
      ],
      { kind: 'suggestion' },
    ],
    ['nothing', () => null, { kind: 'nothing' }],
    ['notes', (index) => `A long remark that somebody wrote about row number ${index}`, { kind: 'field' }],
  ])('guesses what %s is', (name, value, use) => {
    expect(uses(repeat(20, (index) => ({ text: `Some text ${index}`, [name]: value(index) })))[name]).toMatchObject(use)
  })

  it.each<[string, JsonObject, Record<string, Partial<ColumnUse>>]>([
    [
      'the only suggestion',
      { label: 'a', agent: 'm-1', confidence: 0.5 },
      { agent: { kind: 'agent', question: 'label' }, confidence: { kind: 'score', question: 'label' } },
    ],
    [
      'the suggestion of its name',
      { label: 'a', topic: 'x', label_score: 0.5, topic_model: 'm:1' },
      { label_score: { kind: 'score', question: 'label' }, topic_model: { kind: 'agent', question: 'topic' } },
    ],
    [
      'the suggestion beside it',
      { prediction: { label: 'a', score: 0.5, agent: 'm' }, topic: 'x' },
      {
        'prediction.score': { kind: 'score', question: 'prediction_label' },
        'prediction.agent': { kind: 'agent', question: 'prediction_label' },
      },
    ],
    [
      'nothing, when it could be either',
      { label: 'a', topic: 'x', agent: 'm', score: 0.5 },
      { agent: { kind: 'metadata' }, score: { kind: 'metadata' } },
    ],
    [
      'nothing, when it is no agent and no score',
      { label: 'a', agent: '¿?', confidence: 80 },
      { agent: { kind: 'metadata' }, confidence: { kind: 'metadata' } },
    ],
    [
      'spans as their agent, not as one score for all',
      { entities: [{ start: 0, end: 4, label: 'x' }], agent: 'tagger 2', score: 0.25 },
      { agent: { kind: 'agent', question: 'entities' }, score: { kind: 'metadata' } },
    ],
  ])('gives a column of agents or scores to %s', (_, row, expected) => {
    const other = Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value === 'a' ? 'b' : value === 'x' ? 'y' : value]),
    )
    const prediction = row.prediction && { prediction: { label: 'b', score: 0.25, agent: 'm' } }
    const rows = repeat(20, (index) => ({
      text: `Some text ${index}`,
      ...(index % 2 ? row : { ...other, ...prediction }),
    }))
    expect(uses(rows)).toMatchObject(expected)
    expect(checkPlan(guessPlan(profile(rows), 'foreign'))).toEqual([])
  })

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['a sign joins', ['red', 'red|blue', 'blue | green'], 'multi_label_selection', ['blue', 'green', 'red']],
    ['semicolons join', ['a;b', 'b', 'a'], 'multi_label_selection', ['a', 'b']],
    ['hold a sign of their own', ['a|b', 'c|d'], 'label_selection', ['a|b', 'c|d']],
    ['hold commas', ['Fees, charges', 'Cards'], 'label_selection', ['Cards', 'Fees, charges']],
  ])('makes options of labels that %s', (_, labels, type, options) => {
    const rows = repeat(30, (index) => ({ text: `Some text ${index}`, labels: labels[index % labels.length] ?? '' }))
    const [question] = guessPlan(profile(rows), 'foreign').questions
    expect(question?.settings).toMatchObject({ type, options: options.map((value) => ({ value })) })
  })

  it.each([
    'étiquette',
    'Catégorie',
    'clase',
    'Klasse',
    'Kategorie',
    '标签',
    'категория',
    'ラベル',
    'التصنيف',
    'लेबल',
    'data.Étiquette',
  ])('asks for labels called %s, be they words or numbers', (name) => {
    const key = name.split('.').reverse()
    const row = (value: Json) => key.reduce<Json>((inner, part) => ({ [part]: inner }), value)
    for (const labels of [
      ['a', 'b', 'c'],
      [0, 1, 2],
    ]) {
      const rows = repeat(30, (index) => {
        const label = row(labels[index % 3] ?? null)
        return { text: `Some text ${index}`, split: index % 2 ? 'x' : 'y', ...(isJsonObject(label) ? label : {}) }
      })
      expect(uses(rows)).toMatchObject({ [name]: { kind: 'suggestion' }, split: { kind: 'metadata' } })
      expect(guessPlan(profile(rows), 'foreign').questions).toMatchObject([{ settings: { type: 'label_selection' } }])
    }
  })

  it.each<[string, string, (index: number) => Json, ColumnUse['kind']]>([
    ['words that come back', 'Ergebnis', (index) => ['gut', 'schlecht', 'egal'][index % 3] ?? null, 'suggestion'],
    ['words of any writing', '結果', (index) => ['良い', '悪い'][index % 2] ?? null, 'suggestion'],
    ['several in one', 'Befund', (index) => ['rot', 'rot|blau', 'blau'][index % 3] ?? null, 'suggestion'],
    ['words in half of the rows', 'Ergebnis', (index) => (index % 2 ? `gut ${index % 4}` : null), 'suggestion'],
    ['words that hardly come back', 'Ort', (index) => `Ort ${index % 15}`, 'metadata'],
    ['what is known of a text', 'Quelle', (index) => ['Buch', 'Zeitung'][index % 2] ?? null, 'metadata'],
    ['what is known of a text, in English', 'language', (index) => ['en', 'de'][index % 2] ?? null, 'metadata'],
    ['days', 'Datum', (index) => `2024-01-0${index % 3} Mo`, 'metadata'],
    ['numbers', 'Alter', (index) => index % 4, 'metadata'],
    ['yes and no', 'gut', (index) => index % 2 === 0, 'metadata'],
    ['one value', 'Firma', () => 'eine', 'metadata'],
    ['phrases', 'Satz', (index) => `Ein Satz, der öfter vorkommt ${index % 3}`.repeat(2).slice(0, 50), 'field'],
  ])('asks for labels by their values: %s', (_, name, value, kind) => {
    const rows = repeat(30, (index) => ({ text: `Some text ${index}`, [name]: value(index) }))
    expect(uses(rows)[name]?.kind).toBe(kind)
    expect(checkPlan(guessPlan(profile(rows), 'foreign'))).toEqual(
      kind === 'suggestion' ? [] : [{ code: 'noQuestion' }],
    )
  })

  it('asks for one column of labels by its values: the next after the text, with its score and its own name', () => {
    const rows = repeat(30, (index) => ({
      Art: `a${index % 3}`,
      Text: `Some text ${index}`,
      Ergebnis: `e${index % 3}`,
      Befund: `b${index % 3}`,
      score: 0.5,
    }))
    const plan = guessPlan(profile(rows), 'foreign')
    expect(plan.columns.map(({ use }) => use)).toMatchObject([
      { kind: 'metadata', name: 'art' },
      { kind: 'field', name: 'text' },
      { kind: 'suggestion', question: 'ergebnis' },
      { kind: 'metadata', name: 'befund' },
      { kind: 'score', question: 'ergebnis' },
    ])
    expect(plan.questions.map(({ name, title }) => [name, title])).toEqual([['ergebnis', 'Ergebnis']])
  })

  it('looks at values only where no column is called like labels', () => {
    const rows = repeat(30, (index) => ({ text: `Text ${index}`, Ergebnis: `e${index % 3}`, label: `l${index % 2}` }))
    expect(uses(rows)).toMatchObject({ Ergebnis: { kind: 'metadata' }, label: { kind: 'suggestion' } })
  })

  it.each<[string, string, number, (index: number) => Json, NoLabels | undefined]>([
    ['600 labels', 'label', 1800, (index) => `label ${index % 600}`, 'tooMany'],
    ['600 values that come back', 'Ergebnis', 1800, (index) => `wert ${index % 600}`, 'tooMany'],
    ['more than can be counted', 'étiquette', 3000, (index) => `label ${index % 1500}`, 'tooMany'],
    ['labels on hardly more rows than there are', 'label', 100, (index) => `label ${index % 90}`, 'hardlyRepeated'],
    ['names, each there once', 'Name', 1800, (index) => `name ${index}`, undefined],
    ['people', 'author', 1800, (index) => `name ${index % 600}`, undefined],
    ['numbers', 'Alter', 1800, (index) => index % 600, undefined],
    ['texts', 'label', 1800, (index) => `${'word '.repeat(60)}${index}`, undefined],
    ['fractions', 'target', 1800, (index) => index / 7, undefined],
    ['500 labels', 'label', 1800, (index) => `label ${index % 500}`, undefined],
  ])('says why labels are none: %s', (_, name, count, value, reason) => {
    const [, column] = profile(repeat(count, (index) => ({ text: `Text ${index}`, [name]: value(index) }))).columns
    expect(column && whyNoLabels(column)).toBe(reason)
  })

  it('finds something to read in any file', () => {
    expect(uses(repeat(10, (index) => ({ a: index, b: 'xy' }))).b).toMatchObject({
      kind: 'field',
      name: 'b',
      required: true,
    })
  })

  it('requires a field only where every row has it', () => {
    const found = uses(repeat(10, (index) => ({ text: 'a', context: index === 3 ? null : 'b' })))
    expect(found.text).toMatchObject({ required: true })
    expect(found.context).toMatchObject({ required: false })
  })

  it.each([
    ['a ranking, when all cells rank the same options', ['x > y > z', 'y > x > z', 'z > y > x'], 'ranking'],
    ['no ranking, when it is a path of categories', ['x > y > z', 'x > y > w', 'x > y'], undefined],
    ['no ranking, when it is one path in every row', ['x > y', 'x > y', 'x > y'], undefined],
    ['no ranking, when a cell is another text', ['x > y', 'y > x', 'neither'], undefined],
  ])('takes texts with “>” for %s', (_, cells, type) => {
    const plan = guessPlan(profile(cells.map((best, index) => ({ text: `Message number ${index}`, best }))), 'foreign')
    const asked = plan.questions.find(({ name }) => name === 'best')?.settings
    expect(asked?.type === 'ranking' ? asked.type : undefined).toBe(type)
    if (asked?.type === 'ranking') expect(asked.options.map(({ value }) => value)).toEqual(['x', 'y', 'z'])
  })

  it.each<[string, string[], string, string[]]>([
    ['commas', ['sports', 'art, sports', 'art,news', 'news'], 'multi_label_selection', ['art', 'news', 'sports']],
    ['bars', ['a|b', 'b|c', 'a|c'], 'multi_label_selection', ['a', 'b', 'c']],
    [
      'no separator but commas of their own',
      ['Good, new', 'Bad, new', 'Good, old', 'Bad, old'],
      'label_selection',
      ['Bad, new', 'Bad, old', 'Good, new', 'Good, old'],
    ],
    [
      'commas in one of them',
      ['Korea, Republic of', 'Peru', 'Chile'],
      'label_selection',
      ['Chile', 'Korea, Republic of', 'Peru'],
    ],
  ])('knows several labels in a cell by %s', (_, cells, type, options) => {
    const plan = guessPlan(
      profile(repeat(40, (at) => ({ text: `Message ${at}`, topics: cells[at % cells.length] ?? '' }))),
      'foreign',
    )
    const settings = plan.questions[0]?.settings
    expect(settings?.type).toBe(type)
    expect(settings && 'options' in settings && settings.options.map(({ value }) => value)).toEqual(options)
  })

  it('marks spans in the first field', () => {
    const plan = guessPlan(
      profile(repeat(5, () => ({ text: 'a b c', entities: [{ start: 0, end: 1, label: 'x' }] }))),
      'foreign',
    )
    expect(plan.questions[0]?.settings).toMatchObject({ type: 'span', field: 'text' })
  })

  it('marks spans in the field whose words they mark, also where they fit another one by their length', () => {
    const plan = guessPlan(
      profile(
        repeat(5, (index) => ({
          subject: `A question about the card number ${index}`,
          text: `🙂 ${'very '.repeat(index)}Rome is far`,
          entities: [{ start: 2 + 5 * index, end: 6 + 5 * index, label: 'place' }],
        })),
      ),
      'foreign',
    )
    expect(plan.questions[0]?.settings).toMatchObject({ type: 'span', field: 'text' })
  })

  it('marks spans in a field of a script without spaces, also where they once fit a translation', () => {
    const plan = guessPlan(
      profile(
        repeat(5, (index) => ({
          text: `昨天我在北京看见了第${index}位老师`,
          english:
            index === 0
              ? 'Yes, I saw the teacher in Beijing yesterday'
              : `Yesterday I saw teacher number ${index} in Beijing`,
          entities: [{ start: 4, end: 6, label: 'place' }],
        })),
      ),
      'foreign',
    )
    expect(plan.questions[0]?.settings).toMatchObject({ type: 'span', field: 'text' })
  })

  it('lets spans overlap only where those of a file or of an export do', () => {
    const span = (start: number, end: number) => ({ start, end, label: 'x' })
    const settingsOf = (row: JsonObject, encoding: 'foreign' | 'native') =>
      guessPlan(profile([row]), encoding).questions[0]?.settings
    const marked = (...parts: JsonObject[]) => ({ text: 'a b c', entities: parts })
    const answered = (...value: JsonObject[]) => ({
      ...{ id: 'r1', fields: { text: 'a b c' } },
      responses: [{ status: 'submitted', values: { parts: value } }],
    })
    expect(settingsOf(marked(span(2, 3), span(0, 1), span(1, 2)), 'foreign')).toMatchObject({
      allow_overlapping: false,
    })
    expect(settingsOf(marked(span(2, 5), span(0, 3)), 'foreign')).toMatchObject({ allow_overlapping: true })
    expect(settingsOf(answered(span(0, 1), span(2, 3)), 'native')).toMatchObject({ allow_overlapping: false })
    expect(settingsOf(answered(span(0, 1), span(0, 1)), 'native')).toMatchObject({ allow_overlapping: true })
  })

  describe('marks the spans of an export without a manifest', () => {
    // The summary begins with the same words, so its spans fit the text as well; those of the text are after its end.
    const fields = { summary: 'Rome is far', text: 'Rome is far from the city of Paris' }
    const of = (field: 'summary' | 'text') => (field === 'summary' ? span(0, 4) : span(29, 34))
    const span = (start: number, end: number) => [{ start, end, label: 'place' }]
    const fieldsOf = (row: JsonObject) =>
      guessPlan(profile(repeat(3, (index) => ({ id: `r${index}`, fields, ...row }))), 'native').questions.map(
        ({ name, settings }) => [name, settings.type === 'span' && settings.field],
      )

    it.each<[string, JsonObject]>([
      ['suggested', { suggestions: { places: { value: of('text') } } }],
      ['answered by oneself', { answers: { places: of('text') } }],
      ['answered by several', { answers: { places: { ann: of('summary'), bob: of('text') } } }],
      ['answered by all', { responses: [{ username: 'ann', status: 'submitted', values: { places: of('text') } }] }],
    ])('in the field that they fit: %s', (_, row) => {
      expect(fieldsOf(row)).toEqual([['places', 'text']])
    })

    it('in a field of its own for each question', () => {
      const values = { heads: of('summary'), places: of('text') }
      expect(fieldsOf({ responses: [{ username: 'ann', status: 'submitted', values }] })).toEqual([
        ['heads', 'summary'],
        ['places', 'text'],
      ])
    })
  })

  it.each<[string, readonly string[], string]>([
    ['labels', ['yes', 'no', 'yes'], 'label_selection'],
    ['labels, each once', ['yes', 'no', 'perhaps'], 'label_selection'],
    ['answers in lines', ['One\ntwo', 'yes', 'yes'], 'text'],
    [
      'answers in words, each once',
      [
        'It is good, as far as I see it from here',
        'It is not what they asked for',
        'Nobody knows what is meant by that',
      ],
      'text',
    ],
  ])('asks in an export for %s as they are', (_, given, type) => {
    const rows = given.map((why, index) => ({
      ...{ id: `r${index}`, fields: { text: 'Words' } },
      responses: [{ username: 'ann', status: 'submitted', values: { why } }],
    }))
    expect(guessPlan(profile(rows), 'native').questions.map(({ settings }) => settings.type)).toEqual([type])
  })

  it.each<[string, Json, string]>([
    ['numbers', 2, 'rating'],
    ['texts of digits', '2', 'label_selection'],
  ])('asks in an export with types for %s as they are', (_, value, type) => {
    const rows = repeat(4, (index) => ({
      ...{ id: `r${index}`, fields: { text: 'Words' } },
      responses: [
        {
          username: 'ann',
          status: 'submitted',
          values: { level: index % 2 ? value : typeof value === 'string' ? '1' : 1 },
        },
      ],
    }))
    expect(guessPlan(profile(rows), 'native').questions.map(({ settings }) => settings.type)).toEqual([type])
  })

  it.each<[string, (index: number) => JsonObject, object]>([
    ['0 or 1', (index) => ({ toxic: index % 2, toxic_score: 0.5 }), { type: 'label_selection' }],
    ['steps of a scale', (index) => ({ anger: index % 4, anger_confidence: 0.25 }), { type: 'rating' }],
    ['classes by number', (index) => ({ pred: index % 30, pred_score: 0.75 }), { type: 'label_selection' }],
    ['words', (index) => ({ pred: ['up', 'down'][index % 2] ?? '', pred_prob: 1 }), { type: 'label_selection' }],
  ])('takes a column with scores of its own for a prediction: %s', (_, row, settings) => {
    const plan = guessPlan(profile(repeat(90, (index) => ({ text: `Message ${index}`, ...row(index) }))), 'foreign')
    expect(plan.columns.map(({ use }) => use.kind)).toEqual(['field', 'suggestion', 'score'])
    expect(plan.questions).toMatchObject([{ settings }])
  })

  it('takes numbers without scores, and measures with scores, for metadata', () => {
    const rows = repeat(90, (index) => ({
      text: `Message ${index}`,
      seen: index % 2,
      length: index,
      length_score: 0.5,
    }))
    expect(uses(rows)).toMatchObject({ seen: { kind: 'metadata' }, length: { kind: 'metadata' } })
  })

  it('matches the columns of a file to a dataset that is there', () => {
    const base = guessPlan(
      profile(repeat(9, (index) => ({ text: 'Some text', label: `l${index % 3}`, age: index }))),
      'foreign',
    )
    const plan = guessPlan(
      profile([
        { TEXT: 'x', Label: 'l1', Age: 3, id: 'a', label_score: 0.5 },
        { TEXT: 'y', id: 'b' },
      ]),
      'foreign',
      schemaOf(base),
    )
    expect(plan.columns.map(({ use }) => use.kind)).toEqual(['field', 'suggestion', 'metadata', 'id', 'score'])
    expect(checkPlan(plan)).toEqual([])
  })

  it('reads an export by the names of its columns, and its questions from the answers', () => {
    const rows = repeat(6, (index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      external_id: `x${index}`,
      fields: { text: 'hello' },
      suggestions: { good: { value: 'yes', score: 0.5, agent: 'm', type: 'model' } },
      responses: [{ username: 'ann', status: 'submitted', values: { good: index % 2 ? 'no' : 'yes', stars: index } }],
      metadata: { age: index },
      extra_metadata: { a: { b: 1 } },
    }))
    const plan = guessPlan(profile(rows), 'native')
    expect(plan.columns.map(({ use }) => use.kind)).toEqual([
      'record',
      'id',
      'field',
      'suggestion',
      'score',
      'agent',
      'origin',
      'responses',
      'metadata',
      'extra',
    ])
    expect(plan.questions).toMatchObject([
      { name: 'good', settings: { type: 'label_selection' } },
      { name: 'stars', settings: { type: 'rating' } },
    ])
  })

  it('takes the question most often answered in an export without a manifest as the required one', () => {
    const rows = repeat(4, (index) => ({
      id: `${index}`,
      fields: { text: `Text ${index}` },
      responses: [{ status: 'submitted', values: { why: 'Words', ...(index > 0 ? {} : { note: 'More' }), stars: 3 } }],
    }))
    const { questions } = guessPlan(profile(rows), 'native')
    expect(questions.map(({ name, required, settings }) => [name, required, settings.type])).toEqual([
      ['why', true, 'text'],
      ['note', false, 'text'],
      ['stars', false, 'rating'],
    ])
  })

  it.each([
    [
      [3, 3],
      [1, 2, 3, 4, 5],
    ],
    [
      [0, 0],
      [0, 1],
    ],
    [
      [1, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ],
    [
      [0, 10],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ],
  ])('makes a scale of ratings from %j', (given, scale) => {
    const rows = given.map((stars) => ({ text: 'Some words to read', stars }))
    const [question] = guessPlan(profile(rows), 'foreign').questions
    expect(question?.settings).toEqual({ type: 'rating', options: scale.map((value) => ({ value })) })
  })

  it('puts labels in the order of letters, whatever their case', () => {
    const rows = ['b', 'A', 'a', 'C', 'é'].map((label) => ({ text: 'Some words to read', label }))
    const [question] = guessPlan(profile(rows), 'foreign').questions
    const { settings } = question ?? {}
    expect(settings?.type === 'label_selection' && settings.options.map(({ value }) => value)).toEqual([
      'A',
      'a',
      'b',
      'C',
      'é',
    ])
  })

  it('says what stands in the way of a plan', () => {
    const plan = guessPlan(profile(repeat(5, () => ({ text: 'a b c' }))), 'foreign')
    expect(checkPlan(plan)).toEqual([{ code: 'noQuestion' }])
    const [text] = plan.columns
    const twice = text ? [text, { ...text, source: 'other' }] : []
    expect(checkPlan({ ...plan, columns: twice })).toContainEqual({ code: 'doubleName', column: 'other' })
    expect(checkPlan({ ...plan, columns: [] })).toContainEqual({ code: 'noField' })
  })
})

describe('names', () => {
  it.each([
    ['Réponse n° 1', 'reponse_n_1'],
    ['__proto__', 'proto'],
    ['=cmd|A1', 'cmd_a1'],
    ['日本', 'column'],
    ['text', 'text_2'],
  ])('makes an item name of %j', (column, name) => {
    expect(itemNameFor(column, new Set(['text']))).toBe(name)
  })

  it.each([
    ['banking77-train.csv', 'banking77-train'],
    ['../../etc/passwd.txt', 'passwd'],
    ['C:\\data\\My file (1).jsonl', 'My file -1'],
    ['-_x.csv', 'x'],
    ['<script>.csv', 'script'],
    ['...', 'dataset'],
    ['x'.repeat(500), 'x'.repeat(190)],
    ['taken.parquet', 'taken 2'],
    ['My messages.xlsx', 'My messages'],
  ])('makes a dataset name of %j', (file, name) => {
    expect(datasetNameFor(file, new Set(['taken']))).toBe(name)
  })

  it.each([
    ['../a/b', '-a-b'],
    ['evil\u202Egnp.exe', 'evil gnp.exe'],
    ['..', 'dataset'],
  ])('makes a safe file name of %j', (given, name) => {
    expect(safeFileName(given)).toBe(name)
  })
})
