import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitConcurrency } from './limit'

describe('a limit of work at once', () => {
  it('is never exceeded, is used in full, and admits everybody in order, also after failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { maxLength: 12 }),
        async (most, jobs) => {
          const limited = limitConcurrency(most)
          const begun: number[] = []
          let running = 0
          let highest = 0
          const work = jobs.map(({ turns, fails }, at) =>
            limited(async () => {
              begun.push(at)
              running += 1
              highest = Math.max(highest, running)
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
              running -= 1
              if (fails) throw new Error(String(at))
              return at
            }),
          )
          const results = await Promise.allSettled(work)
          expect(results.map((result) => result.status === 'rejected')).toEqual(jobs.map(({ fails }) => fails))
          expect(begun).toEqual(jobs.map((_, at) => at))
          expect(highest).toBeLessThanOrEqual(most)
          if (jobs.length > most && jobs.every(({ turns }) => turns > 0)) expect(highest).toBe(most)
        },
      ),
    )
  })
})
