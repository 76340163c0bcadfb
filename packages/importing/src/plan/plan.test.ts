import { describe, expect, it } from 'vitest'
import { guessPlan } from '../guess/guess'
import { Profiler } from '../read/profile'
import { checkPlan } from './check-plan'
import { metadataTypes, possibleKinds, setColumnKind, withUse } from './edit-columns'
import {
  addQuestion,
  changeQuestion,
  changeType,
  moveQuestion,
  readLabels,
  removeQuestion,
  withOptions,
} from './edit-questions'
import { schemaOf } from './plan'

const COLUMNS = ['text', 'label', 'other', 'vec']
const ROWS = [
  ['Some words to read here', 'a', 'x y', [1, 2]],
  ['More words to read here', 'b', 'z', [3, 4]],
]

function guessed() {
  const profiler = new Profiler()
  for (const [line, cells] of ROWS.entries()) profiler.add({ line, cells })
  const columns = profiler.profiles(COLUMNS)
  const profileOf = (name: string) => {
    const found = columns.find((column) => column.name === name)
    if (!found) throw new Error(`There is no column ${name}.`)
    return found
  }
  return { plan: guessPlan({ rows: 2, columns, answers: [] }, 'foreign'), profileOf }
}

const at = (name: string) => COLUMNS.indexOf(name)

describe('the use of a column', () => {
  it('brings a question along when it has none to belong to', () => {
    const { plan, profileOf } = guessed()
    const next = setColumnKind(plan, at('other'), 'answer', profileOf('other'))
    expect(next.questions.map(({ name }) => name)).toEqual(['label', 'other'])
    expect(next.columns[at('other')]?.use).toEqual({ kind: 'answer', question: 'other' })
  })

  it('keeps its question from suggestion to answer', () => {
    const { plan, profileOf } = guessed()
    const next = setColumnKind(plan, at('label'), 'answer', profileOf('label'))
    expect(next.questions).toHaveLength(1)
    expect(next.columns[at('label')]?.use).toEqual({ kind: 'answer', question: 'label' })
  })

  it('as id replaces ids made of texts, and gives them back', () => {
    const { plan, profileOf } = guessed()
    expect(plan.hasContentIds).toBe(true)
    const withId = setColumnKind(plan, at('other'), 'id', profileOf('other'))
    expect(withId.hasContentIds).toBe(false)
    expect(setColumnKind(withId, at('other'), 'nothing', profileOf('other')).hasContentIds).toBe(true)
  })

  it('is a vector only where there are lists of numbers', () => {
    const { plan, profileOf } = guessed()
    expect(possibleKinds(plan, profileOf('vec'), 'nothing')).toContain('vector')
    expect(possibleKinds(plan, profileOf('text'), 'field')).not.toContain('vector')
  })

  it('moves questions about marks to a text that is left', () => {
    const { plan, profileOf } = guessed()
    const marked = addQuestion(setColumnKind(plan, at('other'), 'field', profileOf('other')), 'span', 'Mark', ['p'])
    expect(marked.questions[1]?.settings).toMatchObject({ type: 'span', field: 'text' })
    const without = withUse(marked, at('text'), { kind: 'nothing' })
    expect(without.questions[1]?.settings).toMatchObject({ field: 'other' })
  })

  it('without a title stands in the way', () => {
    const { plan } = guessed()
    const use = plan.columns[0]?.use
    if (use?.kind !== 'field') throw new Error('It is a field.')
    expect(checkPlan(plan)).toEqual([])
    expect(checkPlan(withUse(plan, 0, { ...use, title: '' }))).toEqual([{ code: 'badName', column: 'text' }])
  })

  it.each([
    [undefined, []],
    ['tagger 1', []],
    ['ö', [{ code: 'badAgent', column: 'label' }]],
    ['a'.repeat(201), [{ code: 'badAgent', column: 'label' }]],
  ])('made by %s: what stands in the way', (agent, problems) => {
    const { plan } = guessed()
    const next = withUse(plan, at('label'), { kind: 'suggestion', question: 'label', agent })
    expect(checkPlan(next)).toEqual(problems)
    expect(checkPlan({ ...next, fixed: schemaOf(next) })).toEqual(problems)
  })
})

it('is split at commas by the user, where the guess was one label', () => {
  const cells = ['good, new', 'bad, new', 'good, old', 'bad, old']
  const profiler = new Profiler()
  for (const [line, label] of cells.entries()) profiler.add({ line, cells: ['Some words to read here', label] })
  const columns = profiler.profiles(['text', 'label'])
  const plan = guessPlan({ rows: 4, columns, answers: [] }, 'foreign')
  expect(plan.questions[0]?.settings.type).toBe('label_selection')
  const { settings } =
    changeType(plan, 'label', 'multi_label_selection', { profile: columns[1], options: [] }).questions[0] ?? {}
  expect(settings && 'options' in settings && settings.options.map(({ value }) => value)).toEqual([
    'bad',
    'good',
    'new',
    'old',
  ])
})

describe('a question about marks', () => {
  const columns = ['title', 'text', 'note']
  const cells = ['Rome is far', 'It is far from Rome to Paris', [{ start: 15, end: 19, label: 'place' }]]

  function planned() {
    const profiler = new Profiler()
    for (const line of [1, 2]) profiler.add({ line, cells })
    const profiles = profiler.profiles(columns)
    return { plan: guessPlan({ rows: 2, columns: profiles, answers: [] }, 'foreign'), profile: profiles[2] }
  }

  it('is about the text that its marks fit, also after it was of another type', () => {
    const { plan, profile } = planned()
    const asWords = changeType(plan, 'note', 'text', { profile, options: [] })
    const again = changeType(asWords, 'note', 'span', { profile, options: [] })
    expect(again.questions[0]?.settings).toMatchObject({ type: 'span', field: 'text' })
  })

  it('is about a text without such a question, while there is one', () => {
    const { plan } = planned()
    const two = addQuestion(plan, 'span', 'Mark', ['p'])
    expect(two.questions[1]?.settings).toMatchObject({ field: 'title' })
    expect(addQuestion(two, 'span', 'Again', ['p']).questions[2]?.settings).toMatchObject({ field: 'title' })
  })
})

describe('questions', () => {
  it('are added with names of their own, changed, moved and taken away with their columns', () => {
    const { plan } = guessed()
    const three = addQuestion(addQuestion(plan, 'rating', 'How good?', []), 'rating', 'How good?', [])
    expect(three.questions.map(({ name, required }) => [name, required])).toEqual([
      ['label', true],
      ['how_good', false],
      ['how_good_2', false],
    ])
    const moved = moveQuestion(three, 'how_good_2', -1)
    expect(moved.questions.map(({ name }) => name)).toEqual(['label', 'how_good_2', 'how_good'])
    expect(moveQuestion(moved, 'label', -1)).toBe(moved)
    expect(changeQuestion(three, 'how_good', { title: 'New' }).questions[1]).toMatchObject({
      name: 'how_good',
      title: 'New',
    })
    const gone = removeQuestion(three, 'label')
    expect(gone.columns[at('label')]?.use).toEqual({ kind: 'nothing' })
  })

  it('that no column fills are named after their titles in the dataset, the others keep their names', () => {
    const { plan } = guessed()
    const two = addQuestion(addQuestion(plan, 'rating', 'How good?', []), 'rating', 'How good?', [])
    const titled = changeQuestion(changeQuestion(two, 'label', { title: 'Topic' }), 'how_good', {
      title: 'Is it Right?',
    })
    expect(schemaOf(titled).questions.map(({ name, title }) => [name, title])).toEqual([
      ['label', 'Topic'],
      ['is_it_right', 'Is it Right?'],
      ['how_good', 'How good?'],
    ])
    const clash = changeQuestion(titled, 'how_good', { title: 'Label' })
    expect(schemaOf(clash).questions.map(({ name }) => name)).toEqual(['label', 'label_2', 'how_good'])
    // An export of a dataset brings its own names.
    expect(schemaOf({ ...titled, encoding: 'native' }).questions.map(({ name }) => name)).toEqual([
      'label',
      'how_good',
      'how_good_2',
    ])
  })

  it('of many labels fold the rest away', () => {
    const labels = Array.from({ length: 30 }, (_, index) => `l${index}`)
    const { plan } = guessed()
    const [question] = plan.questions
    expect(question && withOptions(question.settings, labels)).toMatchObject({ visible_options: 20 })
    expect(question && withOptions(question.settings, ['a', 'b'])).toMatchObject({ visible_options: null })
  })

  it.each([
    ['a\nb', ['a', 'b']],
    [' a \r\n\n b\na', ['a', 'b']],
    ['', []],
  ])('read the labels %j', (text, labels) => {
    expect(readLabels(text)).toEqual(labels)
  })
})

describe('another type of a question', () => {
  const optionsOf = (plan: ReturnType<typeof guessed>['plan'], name: string) => {
    const settings = plan.questions.find((question) => question.name === name)?.settings
    return settings && 'options' in settings ? settings.options.map(({ value }) => value) : undefined
  }
  const options = ['Option 1', 'Option 2']

  it('keeps title, columns and labels', () => {
    const { plan, profileOf } = guessed()
    const next = changeType(plan, 'label', 'ranking', { profile: profileOf('label'), options })
    expect(next.questions).toMatchObject([{ name: 'label', title: 'label', settings: { type: 'ranking' } }])
    expect(optionsOf(next, 'label')).toEqual(['a', 'b'])
    expect(next.columns[at('label')]?.use).toEqual({ kind: 'suggestion', question: 'label' })
  })

  it('takes labels from its column, else some to begin with', () => {
    const { plan, profileOf } = guessed()
    const written = changeType(plan, 'label', 'text', { profile: profileOf('label'), options })
    expect(written.questions[0]?.settings).toEqual({ type: 'text', use_markdown: false })
    const again = changeType(written, 'label', 'multi_label_selection', { profile: profileOf('label'), options })
    expect(optionsOf(again, 'label')).toEqual(['a', 'b'])
    const alone = changeType(written, 'label', 'label_selection', { profile: undefined, options })
    expect(optionsOf(alone, 'label')).toEqual(options)
  })

  it('marks spans in a text that is there', () => {
    const { plan, profileOf } = guessed()
    const next = changeType(plan, 'label', 'span', { profile: profileOf('label'), options })
    expect(next.questions[0]?.settings).toMatchObject({ type: 'span', field: 'text' })
    expect(checkPlan(next)).toEqual([])
  })
})

describe('metadata', () => {
  it.each([
    [
      ['1', '2'],
      ['integer', 'float', 'terms'],
    ],
    [
      ['1.5', '2'],
      ['float', 'terms'],
    ],
    [['1', 'x'], ['terms']],
    [[], ['terms']],
  ])('of %j can be %j', (cells, types) => {
    const profiler = new Profiler()
    for (const cell of cells) profiler.add({ line: 1, cells: [cell] })
    expect(profiler.profiles(['c']).map(metadataTypes)).toEqual([types])
  })

  it('may be numbers where nearly all cells are, but is not guessed so', () => {
    const profiler = new Profiler()
    for (let line = 1; line <= 40; line += 1)
      profiler.add({ line, cells: [line === 9 ? 'none' : line, line < 9 ? 'x' : line] })
    expect(profiler.profiles(['c', 'd']).map(metadataTypes)).toEqual([['terms', 'integer', 'float'], ['terms']])
  })
})
