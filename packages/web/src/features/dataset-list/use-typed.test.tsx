import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTyped } from './use-typed.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A search box whose value is updated `delayMs` after a change, like a URL on a slow page. */
function openBox(delayMs: number) {
  const handedOn: string[] = []
  const { result } = renderHook(() => {
    const [value, setValue] = useState('')
    const [text, setText] = useTyped(value, (next) => {
      handedOn.push(next)
      setTimeout(() => setValue(next), delayMs)
    })
    return { text, setText, value, setValue }
  })
  const type = (text: string) => act(() => result.current.setText(text))
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  return { result, handedOn, type, wait }
}

describe('useTyped', () => {
  it('hands on once, when typing pauses', () => {
    const { result, handedOn, type, wait } = openBox(0)
    for (const text of ['b', 'ba', 'ban']) {
      type(text)
      wait(100)
    }
    expect(handedOn).toEqual([])
    expect(result.current.text).toBe('ban')
    wait(200)
    expect(handedOn).toEqual(['ban'])
    expect(result.current.value).toBe('ban')
  })

  it('shows what was typed until it has arrived, keys typed meanwhile included', () => {
    const { result, handedOn, type, wait } = openBox(400)
    type('ban')
    wait(200)
    expect(result.current).toMatchObject({ value: '', text: 'ban' })
    type('bank')
    wait(1000)
    expect(handedOn).toEqual(['ban', 'bank'])
    expect(result.current).toMatchObject({ value: 'bank', text: 'bank' })
  })

  it('takes back what is on its way when it is erased', () => {
    const { result, type, wait } = openBox(400)
    type('ban')
    wait(200)
    type('')
    wait(2000)
    expect(result.current).toMatchObject({ value: '', text: '' })
  })

  it('follows the value when nobody types', () => {
    const { result, type, wait } = openBox(0)
    type('ban')
    wait(500)
    act(() => result.current.setValue('from Back'))
    wait(500)
    expect(result.current.text).toBe('from Back')
  })
})
