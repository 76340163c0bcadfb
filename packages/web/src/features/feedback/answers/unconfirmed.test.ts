import type { Question } from '@postil/contract/feedback/settings/questions'
import { describe, expect, it } from 'vitest'
import type { RecordResponse } from '../../../api/feedback/record.ts'
import { settings } from '../testing/fake-feedback.ts'
import { type FormEvent, openForm, reduceForm } from './form-state.ts'
import { unconfirmedQuestions } from './suggestion.ts'

const question = (name: string): Question => ({
  id: name,
  name,
  title: name,
  description: null,
  required: true,
  settings: settings.labels('a', 'b'),
  dataset_id: 'd',
  inserted_at: '',
  updated_at: '',
})
const QUESTIONS = [question('kind'), question('topic')]
const suggestions = QUESTIONS.map(({ id }) => ({ id, questionId: id, value: ['a'], score: null, agent: 'bert' }))
const response = (status: RecordResponse['status'], values: RecordResponse['values']): RecordResponse => ({
  id: 'r',
  status,
  values,
  updatedAt: '',
})

const unconfirmed = (own: RecordResponse | undefined, events: readonly FormEvent[] = []) => {
  const form = events.reduce(reduceForm, openForm({ kind: ['a'], topic: ['a'] }))
  return unconfirmedQuestions(QUESTIONS, { suggestions, response: own }, form)
}

describe('suggestions that nobody has confirmed', () => {
  it.each<[string, RecordResponse | undefined, FormEvent[], string[]]>([
    ['all that are filled in', undefined, [], ['kind', 'topic']],
    ['not one that was chosen', undefined, [{ type: 'changed', question: 'kind', value: ['a'] }], ['topic']],
    ['not one that was changed', undefined, [{ type: 'changed', question: 'kind', value: ['b'] }], ['topic']],
    ['none once all were accepted', undefined, [{ type: 'replaced', answers: { kind: ['a'], topic: ['a'] } }], []],
    ['not what a draft says itself', response('draft', { kind: { value: ['a'] } }), [], ['topic']],
    ['none of a submitted record', response('submitted', { kind: { value: ['a'] } }), [], []],
  ])('%s', (_, own, events, expected) => {
    expect(unconfirmed(own, events)).toEqual(expected)
  })
})
