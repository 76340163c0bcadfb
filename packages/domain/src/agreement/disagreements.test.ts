import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { describe, expect, it } from 'vitest'
import { agreementOn, type DisagreementFilter, DisagreementList, sharedByTwo, spanConsensus } from './disagreements'

const span = (label: string, start: number, end: number) => ({ label, start, end })

describe('agreement on one question about one record', () => {
  it.each<[string, QuestionType, AnswerValue[], number]>([
    ['one answer agrees with itself', 'label_selection', ['a'], 1],
    ['labels that are the same', 'label_selection', ['a', 'a'], 1],
    ['two of three', 'label_selection', ['a', 'a', 'b'], 1 / 3],
    ['ratings are the same or not', 'rating', [1, 2], 0],
    ['texts are the same or not', 'text', ['one', 'one'], 1],
    [
      'sets in another order',
      'multi_label_selection',
      [
        ['x', 'y'],
        ['y', 'x'],
      ],
      1,
    ],
    ['one set holds the other: a third is missing, by MASI', 'multi_label_selection', [['x', 'y'], ['x']], 1 / 3],
    ['spans by F1', 'span', [[span('p', 0, 3), span('q', 5, 9)], [span('p', 0, 3)]], 2 / 3],
    ['no spans at all', 'span', [[], []], 1],
    [
      'rankings in the opposite order',
      'ranking',
      [
        [
          { value: 'p', rank: 1 },
          { value: 'q', rank: 2 },
        ],
        [
          { value: 'p', rank: 2 },
          { value: 'q', rank: 1 },
        ],
      ],
      0,
    ],
  ])('%s', (_, type, values, agreement) => {
    expect(agreementOn(type, values)).toBeCloseTo(agreement, 12)
  })
})

describe('records that are answered differently', () => {
  const given = (
    values: string[],
    isResolved = false,
    name = 'kind',
    people: (string | null)[] = ['ann', 'bob', 'cai'],
  ) => ({
    name,
    type: 'label_selection' as const,
    values,
    people: people.slice(0, values.length),
    isResolved,
  })

  it('come with the least agreement first; those that agree are left out, those that are resolved come last', () => {
    const list = new DisagreementList(10)
    list.add(1, [given(['a', 'a', 'b'])])
    list.add(2, [given(['a', 'a'])])
    list.add(3, [given(['a', 'b'], true)])
    list.add(4, [given(['a', 'b'])])
    expect(list.list().map(({ recordPk }) => recordPk)).toEqual([4, 1, 3])
    expect([list.open, list.resolved]).toEqual([2, 1])
    expect(list.list()[1]?.questions).toEqual([{ name: 'kind', agreement: 1 / 3, answers: 3, isResolved: false }])
  })

  it('are filtered by question, person and status; the counts are those of every status', () => {
    const listed = (filter: DisagreementFilter) => {
      const list = new DisagreementList(10, filter)
      list.add(1, [given(['a', 'b'], true), given(['a', 'b'], false, 'tone')])
      list.add(2, [given(['a', 'b'], false, 'tone', ['cai', null])])
      list.add(3, [given(['a', 'b'], true)])
      list.add(4, [given(['a', 'a'], false, 'tone', ['dan', 'ann'])])
      expect([...list.people].toSorted()).toEqual(['ann', 'bob', 'cai'])
      const items = list.list().map(({ recordPk, questions }) => [recordPk, ...questions.map(({ name }) => name)])
      return { items, open: list.open, resolved: list.resolved }
    }
    expect(listed({}).items).toEqual([
      [1, 'kind', 'tone'],
      [2, 'tone'],
      [3, 'kind'],
    ])
    expect(listed({ question: 'kind' })).toEqual({
      items: [
        [1, 'kind'],
        [3, 'kind'],
      ],
      open: 0,
      resolved: 2,
    })
    expect(listed({ person: 'cai' })).toEqual({ items: [[2, 'tone']], open: 1, resolved: 0 })
    expect(listed({ status: 'resolved' })).toEqual({ items: [[3, 'kind']], open: 2, resolved: 1 })
    expect(listed({ question: 'tone', person: 'ann', status: 'open' }).items).toEqual([[1, 'tone']])
    expect(listed({ person: 'dan' }).items).toEqual([])
  })

  it('are all counted, also when only some are kept', () => {
    const list = new DisagreementList(3)
    for (let record = 0; record < 100; record += 1)
      list.add(record, [given(record === 77 ? ['a', 'b'] : ['a', 'a', 'b'])])
    expect(list.list().map(({ recordPk }) => recordPk)).toEqual([77, 0, 1])
    expect(list.open).toBe(100)
  })
})

describe('what two or more answers share', () => {
  const [ann, rome, oslo] = [span('p', 0, 3), span('q', 5, 9), span('q', 5, 8)]
  it.each<[string, QuestionType, AnswerValue[], AnswerValue | undefined]>([
    [
      'labels that two hold',
      'multi_label_selection',
      [
        ['a', 'b'],
        ['b', 'c', 'e'],
        ['d', 'c'],
      ],
      ['b', 'c'],
    ],
    [
      'spans with the same label and place',
      'span',
      [
        [ann, rome],
        [oslo, ann],
      ],
      [ann],
    ],
    ['nothing that everybody sees otherwise', 'span', [[rome], [oslo]], undefined],
    ['nothing new where it is an answer', 'span', [[ann, rome], [ann]], undefined],
    ['nothing of answers without parts', 'label_selection', ['a', 'a', 'b'], undefined],
  ])('is %s', (_, type, values, expected) => {
    expect(sharedByTwo(type, values)).toEqual(expected)
  })
})

describe('what answers with spans agree on', () => {
  const [ann, annAsQ, rome, romeAsP] = [span('p', 0, 3), span('q', 0, 3), span('q', 5, 9), span('p', 5, 9)]
  it.each([
    [
      'every mark',
      [
        [ann, rome],
        [rome, ann],
      ],
      { marked: 2, byAll: 2, unlabelled: [] },
    ],
    [
      'an extent, but not its label',
      [[rome], [romeAsP, ann]],
      { marked: 2, byAll: 0, unlabelled: [{ start: 5, end: 9 }] },
    ],
    ['a label that two of three share', [[rome], [romeAsP], [rome]], { marked: 1, byAll: 0, unlabelled: [] }],
    [
      'nothing, where one answer marks the same words twice',
      [[ann, annAsQ], []],
      { marked: 1, byAll: 0, unlabelled: [] },
    ],
    [
      'extents in the order of the text',
      [
        [romeAsP, ann],
        [rome, annAsQ],
      ],
      {
        ...{ marked: 2, byAll: 0 },
        unlabelled: [
          { start: 0, end: 3 },
          { start: 5, end: 9 },
        ],
      },
    ],
  ])('is %s', (_, answers, expected) => {
    expect(spanConsensus(answers)).toEqual(expected)
  })
})
