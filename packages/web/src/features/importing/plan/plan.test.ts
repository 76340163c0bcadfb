import { checkPlan } from '@postil/domain/importing/check-plan'
import { guessPlan } from '@postil/domain/importing/guess'
import { Profiler } from '@postil/domain/importing/profile'
import { describe, expect, it } from 'vitest'
import { possibleKinds, setColumnKind, withUse } from './edit-columns.ts'
import { addQuestion, changeQuestion, moveQuestion, readLabels, removeQuestion, withOptions } from './edit-questions.ts'

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
