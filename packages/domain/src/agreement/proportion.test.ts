import { describe, expect, it } from 'vitest'
import { mostUnseen, wilsonInterval } from './proportion'

describe('the interval of a share', () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion: comparison of seven methods", table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %s in %s is that of the publication', (hits, total, low, high) => {
    const [least, most] = wilsonInterval(hits, total)
    expect(least).toBeCloseTo(low, 4)
    expect(most).toBeCloseTo(high, 4)
  })

  it('is never a point, and mirrored for those that do not count', () => {
    for (const total of [1, 2, 10, 1000]) {
      const [least, most] = wilsonInterval(total, total)
      expect(most).toBeCloseTo(1, 12)
      expect(least).toBeLessThan(1)
      expect(least).toBeCloseTo(1 - wilsonInterval(0, total)[1], 12)
    }
  })
})

// Clopper and Pearson's table for no hit, as printed for the two-sided 95 % interval.
it.each([
  [1, 0.975],
  [10, 0.3085],
  [20, 0.1684],
  [100, 0.0362],
])('what may be unseen in %s cases is at most %s', (total, share) => {
  expect(mostUnseen(total)).toBeCloseTo(share, 4)
})
