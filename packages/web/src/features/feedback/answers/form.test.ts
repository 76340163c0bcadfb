import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prospectOf, settleDigits, typeDigit } from '../../../form/digits.ts'
import { type FormEvent, isModified, openForm, reduceForm, sameAnswers } from './form-state.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('typed digits', () => {
  it.each([
    ['one of five: at once', '3', upTo(5), [3]],
    ['1 of 77 may still be 12', '1', upTo(77), []],
    ['12 of 77: at once', '12', upTo(77), [12]],
    ['8 of 77 is only 8', '8', upTo(77), [8]],
    ['7 of 77 may still be 70', '7', upTo(77), []],
    ['0 of 0 to 10', '0', [0, 1, 10], [0]],
    ['10 of 0 to 10', '10', [0, 1, 10], [10]],
    ['1 then 5 of 14: both, since there is no 15', '15', upTo(14), [1, 5]],
    ['0 of 5 is nothing', '0', upTo(5), []],
  ])('%s', (_, digits, numbers, expected) => {
    let typed = ''
    const meant: number[] = []
    for (const digit of digits) {
      const step = typeDigit(typed, digit, numbers)
      typed = step.typed
      meant.push(...step.meant)
    }
    expect(meant).toEqual(expected)
  })

  it.each([
    ['', 1, undefined],
    ['1', 1, 'meant'],
    ['1', 10, 'possible'],
    ['1', 19, 'possible'],
    ['1', 21, undefined],
    ['12', 1, undefined],
    ['12', 120, 'possible'],
  ])('“%s” waiting: %s is %s', (typed, number, expected) => {
    expect(prospectOf(typed, number)).toBe(expected)
  })

  it('mean what they say when no more come', () => {
    expect(settleDigits('1', upTo(77))).toBe(1)
    expect(settleDigits('', upTo(77))).toBeUndefined()
  })

  it('reach every number by typing it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (count, pick) => {
        const wanted = (pick % count) + 1
        let typed = ''
        const meant: number[] = []
        for (const digit of String(wanted)) {
          const step = typeDigit(typed, digit, upTo(count))
          typed = step.typed
          meant.push(...step.meant)
        }
        expect(meant.length > 0 ? meant : [settleDigits(typed, upTo(count))]).toEqual([wanted])
      }),
    )
  })
})

const changed = (question: string, value: string | undefined, isTyping = false): FormEvent => ({
  type: 'changed',
  question,
  value,
  isTyping,
})

describe('the form', () => {
  it('is modified while it differs from what it began with', () => {
    const opened = openForm({ a: '1' })
    expect(isModified(opened)).toBe(false)
    const edited = reduceForm(opened, changed('a', '2'))
    expect(isModified(edited)).toBe(true)
    expect(isModified(reduceForm(edited, changed('a', '1')))).toBe(false)
  })

  it('resets its baseline when it was submitted or discarded [T13]', () => {
    const edited = reduceForm(openForm({ a: '1' }), changed('a', '2'))
    const finished = reduceForm(edited, { type: 'finished' })
    expect([finished.answers, isModified(finished), finished.past]).toEqual([{ a: '2' }, false, []])
  })

  it('is empty and unmodified when it was cleared [T13]', () => {
    const cleared = reduceForm(openForm({ a: '1' }, { a: '2' }), { type: 'cleared' })
    expect([cleared.answers, isModified(cleared)]).toEqual([{}, false])
  })

  it('shows restored edits as modified', () => {
    expect(isModified(openForm({ a: '1' }, { a: '2' }))).toBe(true)
  })

  it('takes typing back in one step, per question', () => {
    let form = openForm({})
    form = reduceForm(form, changed('t', 'h', true))
    form = reduceForm(form, changed('t', 'hi', true))
    form = reduceForm(form, changed('u', 'x', true))
    form = reduceForm(form, { type: 'undone' })
    expect(form.answers).toEqual({ t: 'hi' })
    form = reduceForm(form, { type: 'undone' })
    expect(form.answers).toEqual({})
  })

  it('comes back to where it was through undo, and forth through redo', () => {
    const edits = fc.array(
      fc.record({
        question: fc.constantFrom('a', 'b'),
        value: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
        isTyping: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(edits, (changes) => {
        const opened = openForm({ a: 'start' })
        let form = opened
        for (const { question, value, isTyping } of changes) form = reduceForm(form, changed(question, value, isTyping))
        const after = form.answers
        const steps = form.past.length
        for (let step = 0; step < steps; step += 1) form = reduceForm(form, { type: 'undone' })
        expect(sameAnswers(form.answers, opened.answers)).toBe(true)
        for (let step = 0; step < steps; step += 1) form = reduceForm(form, { type: 'redone' })
        expect(form.answers).toEqual(after)
      }),
    )
  })

  it('compares answers whatever the order of questions', () => {
    expect(sameAnswers({ a: '1', b: ['x'] }, { b: ['x'], a: '1' })).toBe(true)
    expect(sameAnswers({ a: '1' }, { a: '1', b: '2' })).toBe(false)
    expect(sameAnswers({ constructor: '1' }, {})).toBe(false)
  })
})
