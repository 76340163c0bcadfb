import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldOrder, isSlot, slotsAmong, slotsBefore } from './gold'

describe('the positions of gold records', () => {
  it.each([1, 3, 5, 10, 30, 50])('have a share of %s %% in every long part of a queue', (percent) => {
    const slots = { userId: randomUUID(), percent }
    for (const from of [0, 137, 10_000]) {
      const taken = Array.from({ length: 2000 }, (_, at) => isSlot(slots, from + at)).filter(Boolean).length
      expect(Math.abs(taken - 20 * percent)).toBeLessThanOrEqual(1)
    }
  })

  it('follow no pattern that is the same for two users', () => {
    const of = (userId: string) => Array.from({ length: 400 }, (_, at) => isSlot({ userId, percent: 5 }, at))
    expect(of(randomUUID())).not.toEqual(of(randomUUID()))
  })

  it('are counted without visiting them', () => {
    const position = fc.integer({ min: 0, max: 3000 })
    const percent = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(fc.uuid(), percent, position, position, (userId, share, from, others) => {
        const slots = { userId, percent: share }
        let [before, left, among] = [0, others, 0]
        for (let at = 0; at < from; at += 1) before += Number(isSlot(slots, at))
        for (let at = from; isSlot(slots, at) || left > 0; at += 1)
          if (isSlot(slots, at)) among += 1
          else left -= 1
        expect([slotsBefore(slots, from), slotsAmong(slots, from, others)]).toEqual([before, among])
      }),
      { numRuns: 300 },
    )
  })

  it('get each gold record once', () => {
    const userId = randomUUID()
    expect(new Set(Array.from({ length: 5000 }, (_, pk) => goldOrder(userId, pk))).size).toBe(5000)
  })
})
