import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DealState, deal, isOver } from './deal'

const none: ReadonlySet<string> = new Set()
const stateOf = (perRecord: number, ...lefts: (number | null)[]): DealState => ({
  people: lefts.map((left, at) => ({ user_id: 'abcdefghij'[at] ?? '', left })),
  perRecord,
  next: 0,
})

describe('dealing records out', () => {
  it('goes round', () => {
    const state = stateOf(2, null, null, null)
    const dealt = [1, 2, 3].map(() => deal(state, none, none).join(''))
    expect(dealt).toEqual(['ab', 'ca', 'bc'])
  })

  it('keeps quotas, and ends when they are used up', () => {
    const state = stateOf(1, 1, 2)
    const dealt = [1, 2, 3, 4].map(() => deal(state, none, none).join(''))
    expect(dealt).toEqual(['a', 'b', 'b', ''])
    expect(isOver(state)).toBe(true)
    expect(isOver(stateOf(1, null))).toBe(false)
  })

  it('counts who has it already, and passes by who has answered', () => {
    expect(deal(stateOf(2, null, null), new Set(['a']), none)).toEqual(['b'])
    expect(deal(stateOf(2, null, null), new Set(['x', 'y']), none)).toEqual([])
    expect(deal(stateOf(1, null, null), none, new Set(['a']))).toEqual(['b'])
  })

  it('is even, gives nobody a record twice and nobody more than their quota', () => {
    const quotas = fc.array(fc.option(fc.nat(6)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(quotas, fc.integer({ min: 1, max: 4 }), fc.nat(30), (lefts, perRecord, records) => {
        const state = stateOf(perRecord, ...lefts)
        const counts = new Map<string, number>()
        for (let at = 0; at < records; at += 1) {
          const people = deal(state, none, none)
          expect(new Set(people).size).toBe(people.length)
          expect(people.length).toBeLessThanOrEqual(perRecord)
          for (const id of people) counts.set(id, (counts.get(id) ?? 0) + 1)
        }
        const numbers = state.people.map(({ user_id, left }, at) => {
          const count = counts.get(user_id) ?? 0
          expect(left).toBe(lefts[at] === null || lefts[at] === undefined ? null : lefts[at] - count)
          return { count, isFull: left === 0 }
        })
        const open = numbers.filter(({ isFull }) => !isFull).map(({ count }) => count)
        if (open.length > 0) {
          expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(1)
          // Whoever filled their quota in the round that is still going on is one ahead.
          for (const { count } of numbers) expect(count).toBeLessThanOrEqual(Math.max(...open) + 1)
        }
      }),
    )
  })
})
