import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskHistory } from '@postil/contract/task/task-records'
import { expect, it } from 'vitest'
import { taskHistoryLines } from './task-changes.ts'

const users = ['me', 'ann'].map((id) => ({ id, username: id }))
const BODY = { id: 1, text: '🂡 my card', tokens: ['🂡', 'my', 'card'] } as unknown as AnyRecordBody
const lost = { agent: 'ann', labels: [{ class: 'lost', score: 1 }] }
const late = { agent: 'me', labels: [{ class: 'late', score: 1 }] }

/** The lines of some changes, given latest first. All but imports and deletions have a number: the oldest is 1. */
function linesOf(...changes: object[]) {
  const items = changes.map((change, index) => ({
    ...{ kind: 'task_record.update', at: '2026-11-23T09:00:00', user_id: 'ann', before: null, after: null },
    ...(!('kind' in change) || !['create', 'delete'].some((verb) => change.kind === `task_record.${verb}`)
      ? { id: changes.length - index }
      : {}),
    ...change,
  }))
  return taskHistoryLines({ items, users, is_cut: false, last_updated: null } as unknown as TaskHistory, 'me', BODY)
}

/** What is offered to be restored, line by line: from which change, the part as it was then, and its author. */
function offersOf(...changes: object[]) {
  return linesOf(...changes).map(({ sentence, former }) => [
    sentence,
    ...former.map(({ part, change, state, then, authorId }) => {
      const { status, annotation, ...rest } = then as Record<string, { labels?: { class: string }[] }>
      const labels = annotation?.labels?.map((label) => label.class).join()
      const content =
        part === 'annotation' ? [status, labels].join(' ').trim() : rest[part === 'text' ? 'inputs' : part]
      return [part, `${state} ${change}`, content, part === 'annotation' ? authorId : null]
    }),
  ])
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

it('shows texts, before and after, and tokens of the same text', () => {
  const shown = (before: object, after: object) => linesOf({ before, after })[0]?.answers
  const inputs = (text: string) => ({ inputs: { subject: 'Card', text } })
  expect(shown(inputs('a'), inputs('b'))).toEqual([{ title: 'Text (text)', words: 'b', was: 'a' }])
  expect(shown({ text: 'a' }, { text: 'b'.repeat(1000) })).toEqual([
    { title: 'Text', words: `${'b'.repeat(300)}…`, was: 'a' },
  ])
  expect(shown({ tokens: ['my card'] }, { tokens: ['my', 'card'] })).toEqual([
    { title: 'Text', words: 'my · card', was: 'my card' },
  ])
  // Marks are shown in the text of their time.
  const entities = { agent: 'ann', entities: [{ start: 0, end: 3, label: 'WHAT', score: 1 }] }
  expect(shown({ text: 'the card' }, { text: 'my card', annotation: entities })?.[0]).toMatchObject({
    words: 'my  (WHAT)',
  })
})

const validated = (annotation: object, more: object = {}) => ({ status: 'Validated', annotation, ...more })

it('offers earlier annotations with who made them, also when another changed the status since', () => {
  const discarded = { status: 'Discarded', annotation: lost }
  expect(
    offersOf(
      { before: discarded, after: { status: 'Default' } },
      { user_id: 'me', before: validated(lost), after: discarded },
      { before: validated(late), after: validated(lost) },
      { before: validated(late), after: validated(late, { metadata: { n: 1 } }) },
    ),
  ).toEqual([
    ['ann cleared the annotation'],
    ['You discarded the record', ['annotation', 'after 3', 'Discarded lost', 'ann']],
    ['ann validated the record', ['annotation', 'after 2', 'Validated lost', 'ann']],
    // Who made it is not known, so only leads restore it.
    ['Before that', ['annotation', 'before 2', 'Validated late', null]],
    ['ann changed the metadata'],
    ['Before that', ['metadata', 'before 1', undefined, null]],
  ])
})

it('keeps the author of an annotation whose label was renamed, and offers it unless only its name is different', () => {
  const gone = { agent: 'ann', labels: [{ class: 'gone', score: 1 }] }
  const renamed = [
    { kind: 'task_record.relabel', user_id: 'me', before: validated(lost), after: validated(gone) },
    { before: { status: 'Default' }, after: validated(lost) },
    { kind: 'task_record.create', user_id: 'me', after: { status: 'Default' } },
  ]
  const cleared = ['annotation', 'before 2', 'Default', null]
  expect(offersOf(...renamed)).toEqual([
    ['You changed the labels of the dataset'],
    ['ann validated the record'],
    ['You added the record', cleared],
  ])
  const discard = { user_id: 'me', before: validated(gone), after: { status: 'Discarded', annotation: gone } }
  const update = { user_id: 'me', before: { status: 'Discarded', annotation: gone }, after: validated(late) }
  expect(offersOf(update, discard, ...renamed)).toEqual([
    ['You validated the record'],
    ['You discarded the record', ['annotation', 'after 4', 'Discarded gone', 'ann']],
    ['You changed the labels of the dataset', ['annotation', 'after 3', 'Validated gone', 'ann']],
    ['ann validated the record', ['annotation', 'after 2', 'Validated gone', 'ann']],
    ['You added the record', cleared],
  ])
})

it('offers every part that a change replaced, also that there was nothing, but none that is as it was', () => {
  const first = { metadata: { n: 1 }, prediction: lost, inputs: { text: 'a' } }
  const second = { metadata: { n: 2 }, prediction: late, inputs: { text: 'b' } }
  expect(
    offersOf(
      { before: { metadata: { n: 2 } }, after: { metadata: { n: 1 } } },
      { before: first, after: second },
      { before: {}, after: { prediction: lost } },
    ),
  ).toEqual([
    ['ann changed the metadata'],
    ['ann changed the metadata', ['metadata', 'after 2', { n: 2 }, null]],
    // The metadata is as it was before.
    ['Before that', ['text', 'before 2', { text: 'a' }, null]],
    ['ann changed the prediction', ['prediction', 'after 1', lost, null]],
    ['Before that', ['prediction', 'before 1', undefined, null]],
  ])
  const imported = { kind: 'task_record.create', user_id: 'me', after: validated(lost, { prediction: lost }) }
  const edit = { before: validated(lost, { prediction: lost }), after: validated(late, { prediction: late }) }
  expect(offersOf(edit, imported)[1]).toEqual([
    'You added the record',
    ['annotation', 'before 2', 'Validated lost', 'me'],
    ['prediction', 'before 2', lost, null],
  ])
})
