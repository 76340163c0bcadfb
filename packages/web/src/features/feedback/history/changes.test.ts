import { expect, it } from 'vitest'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { historyLines } from './changes.ts'

const users = [
  { id: 'me', username: 'me' },
  { id: 'ann', username: 'ann' },
  { id: 'bob', username: 'bob' },
]
const known = { me: 'me', questions: [], record: { fields: {} } as unknown as AnnotationRecord }
const at = '2026-11-23T09:00:00'

/** The history line of one change, without its key. */
function lineOf(change: object) {
  const items = [{ at, user_id: 'me', before: null, after: null, ...change }]
  const [line] = historyLines({ items, users, is_cut: false } as unknown as Parameters<typeof historyLines>[0], known)
  return { sentence: line?.sentence, answers: line?.answers }
}

it('tells who added a record', () => {
  expect(lineOf({ kind: 'record.create' }).sentence).toBe('You added the record')
  expect(lineOf({ kind: 'record.create', user_id: null }).sentence).toBe('The record was added')
})

it('tells which values of metadata are new, and of which vectors', () => {
  const before = { metadata: { split: 'train', n: 1, gone: true } }
  const after = { metadata: { split: 'test', n: 1 } }
  expect(lineOf({ kind: 'record.update', before, after })).toEqual({
    sentence: 'You changed the metadata',
    answers: [
      { title: 'split', words: '"test"' },
      { title: 'gone', words: '–' },
    ],
  })
  expect(lineOf({ kind: 'record.update', after: { vectors: ['v', 'w'] } }).sentence).toBe(
    'You changed the vectors v, w',
  )
})

it('tells to whom a record was assigned, and from whom it was taken back', () => {
  const change = (before: string[], after: string[]) =>
    lineOf({ kind: 'record.assign', before: { user_ids: before }, after: { user_ids: after } }).sentence
  expect(change(['me'], ['me', 'ann', 'bob'])).toBe('You assigned it to ann, bob')
  expect(change(['me', 'ann'], ['me'])).toBe('You took it back from ann')
})

it('tells whose answer was imported', () => {
  const after = {
    id: 'r',
    user_id: 'ann',
    record_id: 'x',
    status: 'submitted',
    values: {},
    inserted_at: at,
    updated_at: at,
  }
  expect(lineOf({ kind: 'response.create', after }).sentence).toBe('You imported the answer of ann: submitted')
  expect(lineOf({ kind: 'response.create', user_id: 'ann', after }).sentence).toBe('ann submitted')
})

it('tells doubts, and what became of them, and skips', () => {
  const doubt = (note: string, user_id: string, more = {}) => ({
    note,
    user_id,
    reply: null,
    resolved_at: null,
    ...more,
  })
  const asked = doubt('Which?', 'ann')
  const settled = doubt('Which?', 'ann', { reply: 'A.', resolved_at: at })
  const mine = doubt('Mine?', 'me')
  const closed = { ...mine, resolved_at: at }
  const note = (words: string) => ({ title: 'Note', words })
  expect(
    [
      { kind: 'doubt.create', user_id: 'ann', after: asked },
      { kind: 'doubt.update', before: asked, after: settled },
      { kind: 'doubt.update', before: settled, after: asked },
      { kind: 'doubt.update', user_id: 'ann', before: mine, after: closed },
      { kind: 'doubt.update', before: closed, after: doubt('Or not?', 'me') },
      { kind: 'doubt.delete', before: mine },
      { kind: 'skip.create', user_id: 'ann', after: { record_id: 'x' } },
      { kind: 'skip.delete', before: { record_id: 'x' } },
    ].map(lineOf),
  ).toEqual([
    { sentence: 'ann was in doubt', answers: [note('Which?')] },
    { sentence: 'You settled the doubt of ann', answers: [{ title: 'Reply', words: 'A.' }] },
    { sentence: 'You opened the doubt of ann again', answers: [] },
    { sentence: 'ann settled your doubt', answers: [] },
    { sentence: 'You changed the note of the doubt', answers: [note('Or not?')] },
    { sentence: 'You took the doubt back', answers: [note('Mine?')] },
    { sentence: 'ann skipped the record', answers: [] },
    { sentence: 'You brought the skipped record back', answers: [] },
  ])
})
