import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { describe, expect, it } from 'vitest'
import { settings } from '../testing/fake-feedback.ts'
import { blockedActions, type FormFacts } from './rules.ts'

const ask = (name: string, required: boolean, of: Question['settings']): Question => ({
  id: name,
  name,
  title: name,
  description: null,
  required,
  settings: of,
  dataset_id: 'd',
  inserted_at: '',
  updated_at: '',
})

const questions = [
  ask('label', true, settings.label('a', 'b')),
  ask('text', false, settings.text()),
  ask('order', false, settings.ranking('x', 'y')),
]
const half: Answers = { label: 'a', order: [{ value: 'x', rank: 1 }] }

/** The names of the actions that are allowed. */
function allowed(facts: Partial<FormFacts>): string[] {
  const blocked = blockedActions(questions, { status: 'pending', answers: {}, isModified: false, ...facts })
  return (['submit', 'draft', 'discard', 'clear'] as const).filter((action) => blocked[action] === undefined)
}

describe('what can be done with a form', () => {
  it.each<[string, Partial<FormFacts>, string[]]>([
    ['nothing is answered yet', {}, ['discard']],
    ['only an optional question is answered', { answers: { text: 'x' } }, ['draft', 'discard', 'clear']],
    ['all required questions are answered', { answers: { label: 'a' } }, ['submit', 'draft', 'discard', 'clear']],
    ['an optional ranking stops half way', { answers: half }, ['draft', 'discard', 'clear']],
    ['it is submitted and unchanged', { status: 'submitted', answers: { label: 'a' } }, ['draft', 'discard', 'clear']],
    [
      'it is submitted and changed',
      { status: 'submitted', answers: { label: 'b' }, isModified: true },
      ['submit', 'draft', 'discard', 'clear'],
    ],
    ['it is discarded', { status: 'discarded', answers: { label: 'a' } }, ['submit', 'draft', 'clear']],
    ['a saved answer was emptied', { status: 'draft' }, ['discard', 'clear']],
  ])('when %s', (_, facts, actions) => expect(allowed(facts)).toEqual(actions))

  it('says why not', () => {
    const reasonOf = (answers: Answers) =>
      blockedActions(questions, { status: 'pending', answers, isModified: true }).submit
    expect(reasonOf({})).toBe('Answer every required question first.')
    expect(reasonOf(half)).toBe('Rank all the options, or none.')
  })
})
