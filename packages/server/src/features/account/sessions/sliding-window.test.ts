import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SlidingWindow } from './sliding-window'

it('allows the limit, refuses the next, and says when to come back', () => {
  const window = new SlidingWindow({ limit: 2, windowMs: 1000 })
  expect(window.take('a', 0)).toBe(0)
  expect(window.take('a', 400)).toBe(0)
  expect(window.take('a', 500)).toBe(500)
  expect(window.take('b', 500)).toBe(0)
  expect(window.take('a', 1000)).toBe(0)
  expect(window.take('a', 1001)).toBe(399)
})

it('counts nothing that was given back', () => {
  const window = new SlidingWindow({ limit: 1, windowMs: 1000 })
  for (let now = 0; now < 10; now += 1) {
    expect(window.take('a', now)).toBe(0)
    window.giveBack('a')
  }
})

it('keeps its memory bounded, forgetting the keys used longest ago', () => {
  const window = new SlidingWindow({ limit: 1, windowMs: 1000, maxKeys: 3 })
  for (const key of ['a', 'b', 'c']) window.take(key, 0)
  window.take('a', 1)
  window.take('d', 2)
  expect(window.size).toBe(3)
  expect(window.take('a', 3)).toBeGreaterThan(0)
  expect(window.take('b', 3)).toBe(0)
})

it('never allows more than the limit within any window', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
      const window = new SlidingWindow({ limit, windowMs: 1000 })
      const allowed: number[] = []
      let now = 0
      for (const step of steps) {
        now += step
        if (window.take('key', now) === 0) allowed.push(now)
      }
      for (const start of allowed)
        expect(allowed.filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(limit)
    }),
  )
})
