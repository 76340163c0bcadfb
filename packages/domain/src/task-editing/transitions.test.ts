import type { RecordStatus } from '@postil/contract/task/constants'
import type { TextClassificationBody, TokenClassificationBody } from '@postil/contract/task/records'
import { describe, expect, it } from 'vitest'
import { annotatedLabels, labelling, labelsToValidate, predictedLabels, predictedOk } from './classes'
import { savedNotices, undoneAs } from './notices'
import { annotatedEntities, type EditableRecord, openRecord, recordKey, toBulkRecord } from './record'
import { discard, edit, hasPending, isPending, reset, resetAnnotations, settle, undo, validate } from './transitions'

type Classes = EditableRecord<TextClassificationBody>

const body = (over: Partial<TextClassificationBody> = {}): TextClassificationBody => ({
  id: 'r1',
  status: 'Default',
  metrics: {},
  inputs: { text: 'Where is my card?' },
  multi_label: false,
  last_updated: 't1',
  ...over,
})
const record = (over: Partial<TextClassificationBody> = {}): Classes => openRecord(body(over))
const a = labelling(['a'], 'ana')
const b = labelling(['b'], 'bot')

describe('a record as it is loaded', () => {
  it('starts unselected with only its own values; its origin status is its status [E2] [E3]', () => {
    expect(record()).toEqual({
      body: body(),
      status: 'Default',
      originStatus: 'Default',
      annotation: undefined,
      isSelected: false,
    })
    for (const status of ['Default', 'Edited', 'Validated', 'Discarded'] satisfies RecordStatus[])
      expect(record({ status }).originStatus).toBe(status)
  })
  it('is the same record under a number and its text', () => {
    expect(recordKey(record({ id: 1 }))).toBe(recordKey(record({ id: '1' })))
  })
  it('goes to the server with what searches read, and without what the server computes or keeps [E4]', () => {
    const loaded = record({
      annotation: a,
      annotations: { ana: { labels: a.labels } },
      metadata: { n: 1 },
      vectors: { v: { value: [1] } },
      search_keywords: ['card'],
    })
    expect(toBulkRecord(validate(loaded, b, 'eva'))).toEqual({
      id: 'r1',
      inputs: { text: 'Where is my card?' },
      multi_label: false,
      last_updated: 't1',
      prediction: null,
      annotation: { ...b, agent: 'eva' },
      status: 'Validated',
    })
  })
})

describe('transitions', () => {
  const edited = () => edit(record({ annotation: b }), a)

  it('an edit makes it Edited and selected', () => {
    expect(edited()).toMatchObject({ status: 'Edited', isSelected: true, annotation: a, originStatus: 'Default' })
  })
  it('discard: Discarded, deselected, its origin forgotten, the annotation kept, edits as those of the user [T1]', () => {
    expect(discard(edited(), 'eva')).toMatchObject({
      status: 'Discarded',
      isSelected: false,
      originStatus: undefined,
      annotation: { ...a, agent: 'eva' },
    })
    expect(discard(record({ annotation: b }), 'eva').annotation).toEqual(b)
  })
  it('validate: Validated, deselected, its origin forgotten, the user its agent [T2]', () => {
    expect(validate(edited(), a, 'eva')).toMatchObject({
      status: 'Validated',
      isSelected: false,
      originStatus: undefined,
      annotation: { agent: 'eva', labels: a.labels },
    })
  })
  it('records an agent of at most 64 characters [T2]', () => {
    expect(validate(record(), a, '𝒳'.repeat(70)).annotation?.agent).toBe('𝒳'.repeat(64))
  })
  it.each<[string, Classes, Partial<Classes>]>([
    ['brings back the status it was loaded with', edited(), { status: 'Default', annotation: b, isSelected: false }],
    [
      'brings back Validated',
      edit(record({ status: 'Validated', annotation: b }), a),
      { status: 'Validated', annotation: b },
    ],
    [
      'after a saved validation brings back that one',
      edit(settle(validate(edited(), a, 'eva'), validate(edited(), a, 'eva'), 't2'), b),
      { status: 'Validated', annotation: { ...a, agent: 'eva' } },
    ],
    [
      'after a saved discard brings back that one',
      edit(settle(discard(record(), 'eva'), discard(record(), 'eva'), 't2'), b),
      { status: 'Discarded', annotation: undefined },
    ],
  ])('reset %s [T3]', (_, from, expected) => {
    expect(reset(from)).toMatchObject(expected)
  })
  it('reset while a discard is being saved brings back the discard, with its annotation [T3]', () => {
    const sent = discard(edited(), 'eva')
    expect(reset(edit(sent, b), sent)).toMatchObject({ status: 'Discarded', annotation: sent.annotation })
    expect(reset(edit(record({ annotation: a }), b), { status: 'Default', annotation: undefined })).toMatchObject({
      status: 'Default',
      annotation: undefined,
    })
  })
  it.each([
    ['Validated', 'unvalidated'],
    ['Discarded', 'undiscarded'],
  ] as const)('undo of %s sets Default and is called "%s" [T4]', (status, called) => {
    expect(undo(record({ status, annotation: a }))).toMatchObject({ status: 'Default', annotation: a })
    expect(undoneAs(status)).toBe(called)
  })
  it.each(['Default', 'Edited'] as const)('there is nothing to undo for %s [T4]', (status) => {
    expect(undoneAs(status)).toBeUndefined()
  })
  it('reset annotations: no annotation, Default [T5]', () => {
    expect(resetAnnotations(record({ status: 'Validated', annotation: a }))).toMatchObject({
      status: 'Default',
      annotation: undefined,
    })
  })
  it.each<[string, Classes[], boolean]>([
    ['no record', [], false],
    ['none edited', [record(), record({ status: 'Validated', annotation: a })], false],
    ['one edited', [record(), edited()], true],
    ['one reset', [reset(edited())], false],
    ['one that is stored as Edited', [record({ status: 'Edited', annotation: a })], false],
    ['one stored as Edited and edited again', [edit(record({ status: 'Edited', annotation: a }), b)], true],
  ])('pending with %s: %s', (_, records, expected) => {
    expect(hasPending(records)).toBe(expected)
  })
  it('what was edited while it was saved stays edited', () => {
    const sent = validate(record(), a, 'eva')
    const later = edit(sent, b)
    const settled = settle(later, sent, 't2')
    expect(settled).toMatchObject({ status: 'Edited', annotation: b, originStatus: 'Validated' })
    expect(settled.body).toMatchObject({ status: 'Validated', last_updated: 't2' })
    expect(isPending(settled)).toBe(true)
  })
})

describe('labels of a record', () => {
  const scored = (...scores: [string, number][]) => ({
    agent: 'm',
    labels: scores.map(([name, score]) => ({ class: name, score })),
  })
  const multi = { multi_label: true }
  it.each<[string, Partial<TextClassificationBody>, string[]]>([
    ['single: the first', { prediction: scored(['a', 0.3], ['b', 0.2]) }, ['a']],
    ['single: none', {}, []],
    ['multi: above 0.5', { ...multi, prediction: scored(['a', 0.9], ['b', 0.51], ['c', 0.5]) }, ['a', 'b']],
    ['multi: none above', { ...multi, prediction: scored(['a', 0.5]) }, []],
  ])('predicted, %s [V9] [K2]', (_, over, expected) => {
    expect(predictedLabels(body(over))).toEqual(expected)
  })
  it.each<[string, Partial<TextClassificationBody>, 'ok' | 'ko' | undefined]>([
    ['the same', { prediction: scored(['a', 0.3], ['b', 0.2]), annotation: a }, 'ok'],
    ['another', { prediction: scored(['b', 0.3]), annotation: a }, 'ko'],
    ['no annotation', { prediction: scored(['b', 0.3]) }, undefined],
    ['no prediction', { annotation: a }, undefined],
    [
      'multi: the same set',
      { ...multi, prediction: scored(['b', 0.9], ['a', 0.6], ['c', 0.1]), annotation: labelling(['a', 'b'], 'x') },
      'ok',
    ],
    ['multi: one missing', { ...multi, prediction: scored(['a', 0.9]), annotation: labelling(['a', 'b'], 'x') }, 'ko'],
  ])('predicted against annotated, %s [V9]', (_, over, expected) => {
    expect(predictedOk(record(over))).toBe(expected)
  })
  it.each<[string, Partial<TextClassificationBody>, string[] | undefined]>([
    ['what is annotated', { prediction: scored(['b', 0.9]), annotation: a }, ['a']],
    ['single: the best prediction', { prediction: scored(['b', 0.4], ['a', 0.3]) }, ['b']],
    ['single: nothing to validate', {}, undefined],
    ['multi: predictions above 0.5', { ...multi, prediction: scored(['b', 0.9], ['a', 0.3]) }, ['b']],
    ['multi: no label', { ...multi }, []],
    ['multi: no label chosen', { ...multi, prediction: scored(['b', 0.9]), annotation: labelling([], 'x') }, []],
  ])('validating saves %s', (_, over, expected) => {
    expect(labelsToValidate(record(over))).toEqual(expected)
  })
  it('lists the labels of an annotation', () => {
    expect(annotatedLabels(record({ annotation: labelling(['a', 'b'], 'x') }))).toEqual(['a', 'b'])
  })
})

describe('entities of a token classification record', () => {
  const tokens: TokenClassificationBody = {
    id: 1,
    status: 'Default',
    metrics: {},
    text: 'I am Ana',
    tokens: ['I', 'am', 'Ana'],
  }
  const entity = { start: 5, end: 8, label: 'PER', score: 1 }
  it.each<[string, Partial<TokenClassificationBody>, unknown[]]>([
    ['neither', {}, []],
    ['a prediction', { prediction: { agent: 'm', entities: [entity] } }, [{ ...entity, origin: 'prediction' }]],
    [
      'an empty annotation',
      { prediction: { agent: 'm', entities: [entity] }, annotation: { agent: 'ana', entities: [] } },
      [],
    ],
    [
      'both',
      { prediction: { agent: 'm', entities: [] }, annotation: { agent: 'ana', entities: [entity] } },
      [{ ...entity, origin: 'annotation' }],
    ],
  ])('with %s [E6]', (_, over, expected) => {
    expect(annotatedEntities({ ...tokens, ...over })).toEqual(expected)
  })
})

describe('what is told about a saving', () => {
  it.each([
    [{ saved: 1, failed: 0 }, ['success 1']],
    [{ saved: 3, failed: 0 }, ['success 3']],
    [{ saved: 0, failed: 2 }, ['error 2']],
    [{ saved: 4, failed: 1 }, ['success 4', 'error 1']],
    [{ saved: 0, failed: 0 }, []],
  ])('%j: %j', (counts, expected) => {
    expect(savedNotices('validated', counts).map(({ type, count }) => `${type} ${count}`)).toEqual(expected)
  })
})
