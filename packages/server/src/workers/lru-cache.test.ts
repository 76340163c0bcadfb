import { afterEach, describe, expect, it, vi } from 'vitest'
import { LruCache } from './lru-cache'

function holding(budgetBytes: number, ...copies: [key: string, bytes: number][]) {
  const held = new LruCache<{ bytes: number }>(budgetBytes)
  for (const [key, bytes] of copies) held.put(key, { bytes })
  return held
}

function left(held: LruCache<{ bytes: number }>, ...keys: string[]): string[] {
  return keys.filter((key) => held.take(key))
}

describe('copies held in memory', () => {
  afterEach(() => vi.useRealTimers())

  it('are gone while taken out', () => {
    const held = holding(10, ['a', 1])
    expect([held.take('a'), held.take('a')]).toEqual([{ bytes: 1 }, undefined])
  })

  it('make room from the one longest unused, as far as needed', () => {
    const held = holding(10, ['a', 4], ['b', 4])
    held.put('a', held.take('a') ?? { bytes: 0 })
    held.put('c', { bytes: 3 })
    expect(left(held, 'a', 'b', 'c')).toEqual(['a', 'c'])
  })

  it('keep one that alone is over the budget', () => {
    expect(left(holding(10, ['a', 4], ['b', 40]), 'a', 'b')).toEqual(['b'])
  })

  it('go when nobody uses them', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const held = holding(10, ['a', 1])
    vi.advanceTimersByTime(31 * 60_000)
    held.put('b', { bytes: 1 })
    held.dropUnused(30)
    expect(left(held, 'a', 'b')).toEqual(['b'])
  })
})
