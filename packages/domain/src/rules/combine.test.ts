import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineRules, finish } from './combine'
import { dawidSkene, dawidSkeneByLabel } from './dawid-skene'
import { type MatchPattern, majorityVote } from './majority'

const rule = (...labels: string[]) => ({ labels })
const dawidSkeneOf = (...of: Parameters<typeof dawidSkene>) => finish(dawidSkene(...of))
const single = { isMultiLabel: false }

describe('majority vote', () => {
  it.each<[string, string[][], boolean, [string, number][]]>([
    ['one rule decides', [['A']], false, [['A', 1]]],
    [
      'two against one',
      [['A'], ['B'], ['A']],
      false,
      [
        ['A', 2 / 3],
        ['B', 1 / 3],
      ],
    ],
    ['a tie settles nothing', [['A'], ['B']], false, []],
    [
      'a rule of two labels gives half a vote to each',
      [['A', 'B'], ['A']],
      false,
      [
        ['A', 0.75],
        ['B', 0.25],
      ],
    ],
    [
      'a tie below the best label does not matter',
      [['A'], ['A'], ['B'], ['C']],
      false,
      [
        ['A', 0.5],
        ['B', 0.25],
        ['C', 0.25],
      ],
    ],
    [
      'of several labels, each counts for itself',
      [['A', 'B'], ['A']],
      true,
      [
        ['A', 1],
        ['B', 0.5],
      ],
    ],
    [
      'a tie of several labels is no trouble',
      [['A'], ['B']],
      true,
      [
        ['A', 0.5],
        ['B', 0.5],
      ],
    ],
  ])('%s', (_, rules, isMultiLabel, expected) => {
    const found = majorityVote(
      rules.map((labels) => rule(...labels)),
      { isMultiLabel },
    )
    expect(found.map(({ label }) => label)).toEqual(expected.map(([label]) => label))
    for (const [at, [, score]] of expected.entries()) expect(found[at]?.score).toBeCloseTo(score)
  })
})

const LABELS = ['A', 'B', 'C'] as const
const rules = fc.array(
  fc.subarray([...LABELS], { minLength: 1, maxLength: 2 }).map((labels) => ({ labels })),
  {
    minLength: 1,
    maxLength: 6,
  },
)
const matrix = rules.chain((of) =>
  fc.record({
    rules: fc.constant(of),
    patterns: fc
      .uniqueArray(
        fc.subarray(
          of.map((_, at) => at),
          { minLength: 1 },
        ),
        {
          minLength: 1,
          maxLength: 12,
          selector: (row) => row.join(),
        },
      )
      .chain((rows) =>
        fc
          .array(fc.integer({ min: 1, max: 40 }), { minLength: rows.length, maxLength: rows.length })
          .map((counts) => rows.map((row, at): MatchPattern => ({ rules: row, count: counts[at] ?? 1 }))),
      ),
  }),
)

describe.each(['majority', 'dawid_skene'] as const)('%s', (method) => {
  it('gives labels of the rules, best first, with scores that a single-label prediction may have', () => {
    fc.assert(
      fc.property(matrix, (given) => {
        const found = finish(combineRules({ method, ...single, ...given }))
        expect(found).toHaveLength(given.patterns.length)
        for (const labels of found) {
          const scores = labels.map(({ score }) => score)
          expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
          expect(scores.reduce((sum, score) => sum + score, 0)).toBeLessThan(1.001)
          expect(scores).toEqual(scores.toSorted((one, other) => other - one))
          expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length)
        }
      }),
    )
  })

  it('takes equal rows counted together for the same as one by one, in any order', () => {
    fc.assert(
      fc.property(matrix, (given) => {
        const rows = given.patterns
          .toReversed()
          .flatMap((pattern) => [
            { ...pattern, count: 1 },
            ...(pattern.count > 1 ? [{ ...pattern, count: pattern.count - 1 }] : []),
          ])
        const apart = new Map(
          finish(combineRules({ method, ...single, ...given, patterns: rows })).map((labels, at) => [
            rows[at]?.rules.join(),
            labels,
          ]),
        )
        for (const [at, labels] of finish(combineRules({ method, ...single, ...given })).entries()) {
          const same = new Map(apart.get(given.patterns[at]?.rules.join())?.map(({ label, score }) => [label, score]))
          for (const { label, score } of labels) expect(same.get(label) ?? 0).toBeCloseTo(score, 2)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('has nothing to say without records', () => {
    expect(finish(combineRules({ method, ...single, rules: [rule('A')], patterns: [] }))).toEqual([])
  })
})

describe('Dawid-Skene', () => {
  it('uses the labels of a single rule unchanged', () => {
    const found = dawidSkeneOf(
      [
        { rules: [0], count: 10 },
        { rules: [1], count: 30 },
      ],
      [rule('A'), rule('B')],
    )
    expect(found.map(([best]) => best?.label)).toEqual(['A', 'B'])
    for (const [best] of found) expect(best?.score).toBeGreaterThan(0.9)
  })

  it('settles what a majority leaves open: a rule that others contradict counts for less', () => {
    const all = [rule('refund'), rule('refund'), rule('payment'), rule('payment')]
    const patterns = [
      { rules: [1, 2], count: 10 },
      // The third rule matches many records that both rules of the other label match, too.
      { rules: [0, 1], count: 60 },
      { rules: [0, 1, 2], count: 30 },
      { rules: [2, 3], count: 10 },
      { rules: [3], count: 50 },
      { rules: [2], count: 5 },
    ]
    expect(majorityVote([rule('refund'), rule('payment')], single)).toEqual([])
    const [between] = dawidSkeneOf(patterns, all)
    expect(between?.[0]?.label).toBe('refund')
  })

  it('finds the planted labels at least as often as a majority of rules that err', () => {
    const of = [...LABELS, ...LABELS].map((label) => rule(label))
    // The probabilities that a rule matches records of its own label, and of each other label.
    const rates = [0.9, 0.9, 0.9, 0.5, 0.5, 0.5].map((own, at) => ({ own, other: at < 3 ? 0.02 : 0.4 }))
    const random = generator(7)
    const records = Array.from({ length: 3000 }, () => {
      const truth = LABELS[Math.floor(random() * 3)] ?? 'A'
      const row = of.flatMap(({ labels }, at) => {
        const rate = rates[at]
        return rate && random() < (labels[0] === truth ? rate.own : rate.other) ? [at] : []
      })
      return { truth, row }
    }).filter(({ row }) => row.length > 0)
    const patterns = [...new Set(records.map(({ row }) => row.join()))].map(
      (name): MatchPattern => ({
        rules: name.split(',').map(Number),
        count: records.filter(({ row }) => row.join() === name).length,
      }),
    )
    const right = (method: 'majority' | 'dawid_skene') => {
      const found = finish(combineRules({ method, ...single, rules: of, patterns }))
      const best = new Map(patterns.map((pattern, at) => [pattern.rules.join(), found[at]?.[0]?.label]))
      return records.filter(({ truth, row }) => best.get(row.join()) === truth).length / records.length
    }
    expect(right('dawid_skene')).toBeGreaterThan(right('majority'))
    expect(right('dawid_skene')).toBeGreaterThan(0.9)
  })
})

describe('Dawid-Skene for records with several labels', () => {
  const byLabel = (...of: Parameters<typeof dawidSkeneByLabel>) => finish(dawidSkeneByLabel(...of))

  it('takes as many patterns as a large dataset may have', () => {
    const rules = Array.from({ length: 17 }, () => ({ labels: ['A'] }))
    const patterns = Array.from({ length: 2 ** 17 }, (_, bits) => ({
      rules: rules.flatMap((_rule, at) => (bits & (1 << at) ? [at] : [])),
      count: 1,
    }))
    expect(byLabel(patterns, rules)).toHaveLength(patterns.length)
  }, 60_000)

  it('finds the probabilities that Bayes gives by hand, from the matches alone', () => {
    // 40 % of a million records have the label A. Three rules for A match records with and without it at these rates; a fourth rule, for B,
    // matches every record. The counts are those of independent observers.
    const rates = [
      { with: 0.9, without: 0.2 },
      { with: 0.8, without: 0.1 },
      { with: 0.7, without: 0.3 },
    ]
    const rows = Array.from({ length: 8 }, (_, bits) => [0, 1, 2].filter((rule) => bits & (1 << rule)))
    const expected = rows.map((row) => {
      const chance = (kind: 'with' | 'without') =>
        rates.reduce((product, rate, at) => product * (row.includes(at) ? rate[kind] : 1 - rate[kind]), 1)
      const [having, lacking] = [0.4 * chance('with'), 0.6 * chance('without')]
      return { count: 1e6 * (having + lacking), posterior: having / (having + lacking) }
    })
    // Matched by all three: 0.4 · 0.9 · 0.8 · 0.7 = 0.2016 against 0.6 · 0.2 · 0.1 · 0.3 = 0.0036.
    expect(expected[7]?.posterior).toBeCloseTo(0.2016 / 0.2052)

    const patterns = rows.map((row, at) => ({ rules: [...row, 3], count: expected[at]?.count ?? 0 }))
    const found = byLabel(patterns, [rule('A'), rule('A'), rule('A'), rule('B')])
    for (const [at, labels] of found.entries()) {
      const scoreOf = (wanted: string) => labels.find(({ label }) => label === wanted)?.score
      // A is not suggested for the first pattern, since no rule for A matches it.
      if (at === 0) expect(scoreOf('A')).toBeUndefined()
      else expect(scoreOf('A')).toBeCloseTo(expected[at]?.posterior ?? -1, 2)
      expect(scoreOf('B')).toBeCloseTo(1, 2)
    }
  })

  it('gives a record all labels whose rules match it, where a majority gives none', () => {
    const patterns = [
      { rules: [0], count: 40 },
      { rules: [1], count: 40 },
      { rules: [2], count: 40 },
      { rules: [0, 1, 2], count: 5 },
    ]
    const of = [rule('red'), rule('round'), rule('sweet')]
    const best = (labels: readonly { label: string; score: number }[] | undefined) =>
      labels?.filter(({ score }) => score > 0.5).map(({ label }) => label)
    const majority = finish(combineRules({ method: 'majority', isMultiLabel: true, rules: of, patterns }))
    expect(best(majority[3])).toEqual([])
    const found = finish(combineRules({ method: 'dawid_skene', isMultiLabel: true, rules: of, patterns }))
    expect(found.map((labels) => best(labels)?.toSorted())).toEqual([
      ['red'],
      ['round'],
      ['sweet'],
      ['red', 'round', 'sweet'],
    ])
  })

  it('trusts a rule less that matches where the other rules for the label do not', () => {
    const patterns = [
      { rules: [0, 1], count: 50 },
      { rules: [0, 1, 2], count: 50 },
      { rules: [2, 3], count: 450 },
      { rules: [3], count: 9000 },
    ]
    const found = byLabel(patterns, [rule('A'), rule('A'), rule('A'), rule('B')])
    const scores = found.map((labels) => labels.find(({ label }) => label === 'A')?.score ?? 0)
    expect(scores.map((score) => score > 0.5)).toEqual([true, true, false, false])
  })

  it('gives probabilities of each label on its own, best first', () => {
    fc.assert(
      fc.property(matrix, ({ rules: of, patterns }) => {
        for (const labels of byLabel(patterns, of)) {
          const scores = labels.map(({ score }) => score)
          expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
          expect(scores).toEqual(scores.toSorted((one, other) => other - one))
          expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length)
        }
      }),
    )
  })
})

/** A seeded pseudo-random generator of numbers from 0 to below 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
