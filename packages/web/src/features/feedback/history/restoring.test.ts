import { expect, it } from 'vitest'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { RecordPart } from '../../../api/feedback/team/history.ts'
import { historyLines } from './changes.ts'
import { canRestore } from './restoring.ts'

const at = '2026-11-23T09:00:00'
const people = ['me', 'ann'].map((id) => ({ id, username: id, name: id }))
const question = { id: 'q', name: 'kind', title: 'Kind', settings: { type: 'text' } }

/** What a user is offered to restore, line by line. */
function offered(
  changes: object[],
  { role = 'admin', users = people }: { role?: 'admin' | 'annotator'; users?: typeof people } = {},
) {
  const items = changes.map((change) => ({ at, user_id: 'me', before: null, after: null, ...change }))
  const history = { items, users, updated_at: at, is_cut: false } as unknown as Parameters<typeof historyLines>[0]
  const record = { fields: {} } as unknown as AnnotationRecord
  const known = { me: 'me', questions: [question], record } as unknown as Parameters<typeof historyLines>[1]
  return historyLines(history, known).map(({ sentence, answers, part }) => {
    const words = answers.map((answer) => answer.words).join()
    return [sentence, words, part && canRestore(part, { id: 'me', role }, users) ? thenOf(part) : undefined]
  })
}

function thenOf(part: RecordPart) {
  return part.kind === 'vectors' ? `before ${part.change}, now ${part.latest}` : (part.then ?? 'nothing')
}

const response = (id: string, value: string, user_id: string | null = 'ann') => ({
  ...{ id, user_id, record_id: 'x', status: 'submitted', inserted_at: at, updated_at: at },
  values: { kind: { value } },
})
const suggestion = (value: string) => ({ id: 's', question_id: 'q', value, type: null, agent: 'bert', score: 0.5 })
const decision = (value: string) => ({ record_id: 'x', question_id: 'q', value, user_id: 'me' })

const gold = { record_id: 'x' }

const deleted = [
  { kind: 'response.delete', user_id: 'ann', before: response('1', 'B') },
  { kind: 'response.update', user_id: 'ann', before: response('1', 'A'), after: response('1', 'B') },
  { kind: 'response.create', user_id: 'ann', after: response('1', 'A') },
]

const changedMetadata = (before: object, after: object) => [
  { kind: 'record.update', before: { metadata: before }, after: { metadata: after } },
]

const changedVectors = (id: number, before: string[]) => ({
  ...{ kind: 'record.update', id, before: { vectors: before }, after: { vectors: ['v', 'w'] } },
})

it.each<[title: string, changes: object[], lines: unknown[]]>([
  [
    'the vectors that a change replaced, but not the lack of vectors',
    [changedVectors(9, ['v']), changedVectors(8, ['w']), changedVectors(7, [])],
    [
      ['You changed the vectors v, w', '', 'before 9, now 9'],
      ['You changed the vectors v, w', '', 'before 8, now 9'],
      ['You changed the vectors v, w', '', undefined],
    ],
  ],
  [
    'each earlier state of a deleted answer, and the last one where it was deleted',
    deleted,
    [
      ['ann cleared the answer', 'B', response('1', 'B')],
      ['ann submitted', 'B', response('1', 'B')],
      ['ann submitted', 'A', response('1', 'A')],
    ],
  ],
  [
    'to clear an answer again that was restored, though it has another id now',
    [{ kind: 'response.create', after: response('2', 'B') }, ...deleted],
    [
      ['You changed the answer of ann: submitted', 'B', undefined],
      ['ann cleared the answer', 'B', 'nothing'],
      ['ann submitted', 'B', undefined],
      ['ann submitted', 'A', response('1', 'A')],
    ],
  ],
  [
    'no answer of the user',
    [{ kind: 'response.delete', before: response('1', 'A', 'me') }],
    [['You cleared the answer', 'A', undefined]],
  ],
  [
    'decisions and suggestions that were changed or removed',
    [
      { kind: 'resolution.delete', before: decision('B') },
      { kind: 'suggestion.update', before: suggestion('A'), after: suggestion('B') },
      { kind: 'resolution.update', before: decision('A'), after: decision('B') },
    ],
    [
      ['You took the decision on Kind back', 'B', decision('B')],
      ['You changed the suggestion for Kind', 'B', undefined],
      ['Before that', 'A', suggestion('A')],
      ['You decided Kind anew', 'B', decision('B')],
      ['Before that', 'A', decision('A')],
    ],
  ],
  [
    'the gold mark that was taken away',
    [
      { kind: 'gold.delete', before: gold },
      { kind: 'gold.create', after: gold },
    ],
    [
      ['You made the record ordinary again', '', gold],
      ['You made the record gold', '', gold],
    ],
  ],
  [
    'the gold mark that a record lost in the restoration after its deletion',
    [
      { kind: 'gold.delete', before: gold },
      { kind: 'record.restore', after: { left_out: ['It is no longer gold.'] } },
      { kind: 'record.delete' },
      { kind: 'gold.create', after: gold },
    ],
    [
      ['You made the record ordinary again', '', gold],
      ['You restored the record', '', undefined],
      ['You deleted the record', '', undefined],
      ['You made the record gold', '', gold],
    ],
  ],
  [
    'to take away the gold mark that is there again',
    [
      { kind: 'gold.create', after: gold },
      { kind: 'gold.delete', before: gold },
      { kind: 'gold.create', after: gold },
    ],
    [
      ['You made the record gold', '', undefined],
      ['You made the record ordinary again', '', 'nothing'],
      ['You made the record gold', '', undefined],
    ],
  ],
  [
    'metadata as it was before the first change',
    changedMetadata({ split: 'train', n: 1 }, { split: 'test', n: 1 }),
    [
      ['You changed the metadata', '"test"', undefined],
      ['Before that', '"train",1', { metadata: { split: 'train', n: 1 } }],
    ],
  ],
])('offers %s', (_title, changes, lines) => {
  expect(offered(changes)).toEqual(lines)
})

it.each<[title: string, changes: object[], context: Parameters<typeof offered>[1], offers: unknown[]]>([
  ['no deleted answer whose author is gone', deleted, { users: [] }, [undefined, undefined, undefined]],
  [
    'an answer whose author was deleted between two changes',
    [
      { kind: 'response.update', before: response('1', 'A', null), after: response('1', 'B', null) },
      { kind: 'response.create', user_id: 'ann', after: response('1', 'A') },
    ],
    { users: [] },
    [undefined, response('1', 'A')],
  ],
  ['no metadata with a number that was rounded', changedMetadata({ n: [2 ** 60] }, {}), {}, [undefined, undefined]],
  [
    'vectors and assignments to nobody',
    [
      { kind: 'record.update', after: { vectors: ['v'] } },
      { kind: 'record.assign', before: { user_ids: [] }, after: { user_ids: ['ann'] } },
    ],
    {},
    [undefined, undefined],
  ],
  [
    'annotators nothing',
    [...deleted, { kind: 'resolution.delete', before: decision('B') }, { kind: 'gold.delete', before: gold }],
    { role: 'annotator' },
    [undefined, undefined, undefined, undefined, undefined],
  ],
])('offers %s, line by line', (_title, changes, context, offers) => {
  expect(offered(changes, context).map(([, , then]) => then)).toEqual(offers)
})
