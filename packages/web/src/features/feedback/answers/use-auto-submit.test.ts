import type { Question } from '@postil/contract/feedback/settings/questions'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../testing/fake-feedback.ts'
import { autoSubmit } from './auto-submit.ts'
import { useAutoSubmit } from './use-auto-submit.ts'

const TIMES = { inserted_at: '', updated_at: '' }
const intent: Question = {
  ...{ id: 'q', name: 'intent', title: 'Intent', description: null, required: true, dataset_id: 'd' },
  settings: settings.label('refund', 'card'),
  ...TIMES,
}
/** Run what a key press triggers, with the time of the press, which may be long ago when the page handles it. */
function pressedAt<Result>(atMs: number, act: () => Result): Result | undefined {
  const event = new KeyboardEvent('keydown')
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  let result: Result | undefined
  const listen = () => {
    result = act()
  }
  window.addEventListener('keydown', listen, { once: true })
  window.dispatchEvent(event)
  return result
}

const byKey = { byKey: true, isNumber: true }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  autoSubmit.set('on')
})

function form(questions: readonly Question[] = [intent]) {
  const submit = vi.fn()
  let record = 1
  const view = renderHook(({ key }) => useAutoSubmit(questions, key, submit), { initialProps: { key: `${record}` } })
  const next = () => {
    record += 1
    view.rerender({ key: `${record}` })
  }
  return { submit, auto: () => view.result.current, next }
}

describe('a choice made by key', () => {
  it('submits at once where it is all there is to say', () => {
    const { submit, auto } = form()
    auto().answered('card', byKey)
    expect(submit).toHaveBeenCalledOnce()
  })

  it.each([
    ['by pointer', [intent], {}],
    ['of a form with more to say', [intent, { ...intent, id: 'r', name: 'other' }], byKey],
    ['of several labels', [{ ...intent, settings: settings.labels('a', 'b') }], byKey],
  ])('%s does not', (_, questions, how) => {
    const { submit, auto } = form(questions)
    auto().answered('card', how)
    vi.runAllTimers()
    expect(submit).not.toHaveBeenCalled()
  })

  it('does not while that is switched off, nor when it takes the choice back', () => {
    const { submit, auto } = form()
    auto().answered(undefined, byKey)
    autoSubmit.set('off')
    auto().answered('card', byKey)
    vi.runAllTimers()
    expect(submit).not.toHaveBeenCalled()
  })

  it('waits to be seen when its number could have gone on, and gives way to another', () => {
    const { submit, auto } = form()
    auto().answered('refund', { ...byKey, isOpenNumber: true })
    vi.advanceTimersByTime(600)
    expect(submit).not.toHaveBeenCalled()
    auto().answered('card', { ...byKey, isOpenNumber: true })
    vi.advanceTimersByTime(600)
    expect(submit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(submit).toHaveBeenCalledOnce()
  })

  it('never submits another record than its own', () => {
    const { submit, auto, next } = form()
    auto().answered('refund', { ...byKey, isOpenNumber: true })
    next()
    vi.runAllTimers()
    expect(submit).not.toHaveBeenCalled()
  })

  it.each([
    ['takes one Enter right after it as its end', [400], [true]],
    ['takes a later one as an Enter', [600], [false]],
    ['takes a second one as an Enter', [10, 10], [true, false]],
  ])('%s', (_, waits, expected) => {
    const { auto, next } = form()
    expect(auto().takeEcho()).toBe(false)
    auto().answered('card', byKey)
    next()
    const taken = waits.map((ms) => {
      vi.advanceTimersByTime(ms)
      return auto().takeEcho()
    })
    expect(taken).toEqual(expected)
  })

  it('knows its own Enter also when the page comes to it much later', () => {
    const { auto, next } = form()
    const firstMs = performance.now()
    vi.advanceTimersByTime(300)
    pressedAt(firstMs, () => auto().answered('card', byKey))
    next()
    vi.advanceTimersByTime(2000)
    expect(pressedAt(firstMs + 5, () => auto().takeEcho())).toBe(true)
    pressedAt(firstMs, () => auto().answered('card', byKey))
    next()
    expect(pressedAt(performance.now() + 1, () => auto().takeEcho())).toBe(false)
  })

  it('takes an Enter as its end that was pressed before the next record was drawn', () => {
    const { auto, next } = form()
    auto().answered('card', byKey)
    vi.advanceTimersByTime(900)
    const beforeMs = performance.now()
    vi.advanceTimersByTime(100)
    next()
    expect(pressedAt(beforeMs, () => auto().takeEcho())).toBe(true)
  })

  it('leaves the Enter to the record after the next, and to another answer', () => {
    const { auto, next } = form()
    auto().answered('card', byKey)
    next()
    next()
    expect(auto().takeEcho()).toBe(false)
    auto().answered('card', byKey)
    auto().answered('refund', {})
    expect(auto().takeEcho()).toBe(false)
  })

  it('has its end, too, when it was submitted after its second look', () => {
    const { auto, next } = form()
    auto().answered('card', { ...byKey, isOpenNumber: true })
    vi.advanceTimersByTime(700)
    next()
    expect(auto().takeEcho()).toBe(true)
  })
})
