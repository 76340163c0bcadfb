import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useStableCallback } from './use-stable-callback.ts'

it('is one function, and does what the newest one does', () => {
  const first = vi.fn((word: string) => `first ${word}`)
  const second = vi.fn((word: string) => `second ${word}`)
  const { result, rerender } = renderHook(({ callback }) => useStableCallback(callback), {
    initialProps: { callback: first },
  })
  const stable = result.current
  expect(stable('call')).toBe('first call')
  rerender({ callback: second })
  expect(result.current).toBe(stable)
  expect(stable('call')).toBe('second call')
  expect(first).toHaveBeenCalledTimes(1)
})
