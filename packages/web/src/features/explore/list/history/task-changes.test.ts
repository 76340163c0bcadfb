import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskHistory } from '@postil/contract/task/task-records'
import { expect, it } from 'vitest'
import { taskHistoryLines } from './task-changes.ts'

const users = ['me', 'ann'].map((id) => ({ id, username: id }))
const BODY = { id: 1, text: '🂡 my card', tokens: ['🂡', 'my', 'card'] } as unknown as AnyRecordBody
const lost = { agent: 'ann', labels: [{ class: 'lost', score: 1 }] }
const late = { agent: 'me', labels: [{ class: 'late', score: 1 }] }

/** The lines of some changes, given latest first. */
function linesOf(...changes: object[]) {
  const items = changes.map((change) => ({
    ...{ kind: 'task_record.update', at: '2026-11-23T09:00:00', user_id: 'ann', before: null, after: null },
    ...change,
  }))
  return taskHistoryLines({ items, users, is_cut: false, last_updated: null } as unknown as TaskHistory, 'me', BODY)
}

const sentence = (before: object, after: object, kind = 'task_record.update') =>
  linesOf({ before: { status: 'Default', ...before }, after: { status: 'Default', ...after }, kind })[0]?.sentence

it.each([
  [{}, { status: 'Validated', annotation: lost }, 'ann validated the record'],
  [{ status: 'Validated', annotation: lost }, { status: 'Validated', annotation: late }, 'ann validated the record'],
  [{ status: 'Validated' }, {}, 'ann took the validation back'],
  [{ annotation: lost }, { status: 'Discarded', annotation: lost }, 'ann discarded the record'],
  [{ status: 'Discarded' }, {}, 'ann brought the discarded record back'],
  [{}, { status: 'Edited', annotation: lost }, 'ann changed the annotation'],
  [{ annotation: lost }, {}, 'ann cleared the annotation'],
  [{ metadata: { n: 1 } }, { metadata: { n: 2 } }, 'ann changed the metadata'],
  [{ prediction: lost }, { prediction: late }, 'ann changed the prediction'],
  [{ inputs: { text: 'a' } }, { inputs: { text: 'b' } }, 'ann changed the text'],
  [{ event_timestamp: '2026-01-01' }, { event_timestamp: '2026-01-02' }, 'ann changed the record'],
  [{ last_updated: '1' }, { last_updated: '2' }, 'ann logged the record again, without a change'],
])('tells what an update did: %j, then %j', (before, after, expected) => {
  expect(sentence(before, after)).toBe(expected)
})

it('tells of renamed labels, rules, deletions and who added the record', () => {
  expect(sentence({ annotation: lost }, { annotation: late }, 'task_record.relabel')).toBe(
    'ann changed the labels of the dataset',
  )
  expect(sentence({}, { prediction: lost }, 'task_record.predict')).toBe('ann applied labelling rules')
  expect(sentence({ prediction: lost }, {}, 'task_record.predict')).toBe(
    'ann removed the suggestions of labelling rules',
  )
  const others = ['restore', 'delete', 'create'].map((verb) => ({ kind: `task_record.${verb}`, user_id: 'me' }))
  expect(linesOf(...others).map((line) => line.sentence)).toEqual([
    'You restored the record',
    'You deleted the record',
    'You added the record',
  ])
})

it('shows annotations before and after, of all tasks, and what was cleared', () => {
  const entities = { agent: 'ann', entities: [{ start: 2, end: 4, label: 'WHOSE', score: 1 }] }
  const sentences = { agent: 'ann', sentences: [{ text: 'meine Karte', score: 1 }] }
  const shown = (before: object, after: object) => linesOf({ before, after })[0]
  expect(shown({ annotation: lost }, { annotation: late })?.answers).toEqual([
    { title: 'Annotation of me', words: 'late', was: 'lost' },
  ])
  expect(shown({}, { annotation: entities })?.answers).toMatchObject([{ words: 'my (WHOSE)' }])
  expect(shown({}, { annotation: sentences })?.answers).toMatchObject([{ words: 'meine Karte', was: undefined }])
  expect(shown({}, { annotation: { agent: 'ann', labels: [] } })?.answers).toMatchObject([{ words: 'nothing' }])
  expect(shown({ annotation: lost }, {})).toMatchObject({ isRemoved: true, answers: [{ words: 'lost' }] })
  expect(shown({ metadata: { n: 1, same: 2 } }, { metadata: { n: 3, same: 2 } })?.answers).toEqual([
    { title: 'n', words: '3', was: '1' },
  ])
})

it('offers earlier annotations with who made them, also when another changed the status since', () => {
  const lines = linesOf(
    { before: { status: 'Discarded', annotation: lost }, after: { status: 'Default' } },
    {
      user_id: 'me',
      before: { status: 'Validated', annotation: lost },
      after: { status: 'Discarded', annotation: lost },
    },
    {
      before: { status: 'Validated', annotation: late },
      after: { status: 'Validated', annotation: lost },
    },
    {
      before: { annotation: late, status: 'Validated' },
      after: { annotation: late, status: 'Validated', metadata: {} },
    },
  )
  expect(lines.map(({ sentence, earlier }) => [sentence, earlier?.status, earlier?.authorId])).toEqual([
    ['ann cleared the annotation', undefined, undefined],
    ['You discarded the record', 'Discarded', 'ann'],
    ['ann validated the record', 'Validated', 'ann'],
    ['ann changed the metadata', undefined, undefined],
    // Who made it is not known, so only leads restore it.
    ['Before that', 'Validated', null],
  ])
})
