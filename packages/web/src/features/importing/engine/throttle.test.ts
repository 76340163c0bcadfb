import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TELL_EVERY_MS, throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function told() {
  const heard: [string, number][] = []
  const { take, flush } = throttle<{ phase: string; share: number }>(({ phase, share }) => heard.push([phase, share]))
  return { heard, flush, take: (phase: string, share: number) => take({ phase, share }) }
}

it('tells the newest of what came too soon, though nothing comes after it', () => {
  const { heard, take } = told()
  for (const share of [0.1, 0.2, 0.3]) take('writing', share)
  expect(heard).toEqual([['writing', 0.1]])
  vi.advanceTimersByTime(TELL_EVERY_MS)
  expect(heard).toEqual([
    ['writing', 0.1],
    ['writing', 0.3],
  ])
  vi.advanceTimersByTime(10 * TELL_EVERY_MS)
  expect(heard).toHaveLength(2)
})

it('tells another phase and the end at once, and nothing older after them', () => {
  const { heard, take } = told()
  take('looking', 0.1)
  take('looking', 0.2)
  take('writing', 0)
  take('writing', 0.5)
  take('writing', 1)
  vi.advanceTimersByTime(10 * TELL_EVERY_MS)
  expect(heard).toEqual([
    ['looking', 0.1],
    ['writing', 0],
    ['writing', 1],
  ])
})

it('tells what waits before the work is over, once', () => {
  const { heard, take, flush } = told()
  take('writing', 0.1)
  take('writing', 0.2)
  flush()
  flush()
  vi.advanceTimersByTime(10 * TELL_EVERY_MS)
  expect(heard).toEqual([
    ['writing', 0.1],
    ['writing', 0.2],
  ])
})
