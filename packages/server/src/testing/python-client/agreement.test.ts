import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { type PersonsAnswer, type QuestionAgreement, QuestionTally } from '@postil/domain/agreement/question-tally'
import { type Interval, Resampling, seededRandom } from '@postil/domain/agreement/resampling'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensurePythonClient } from './python-environment'

/** Answers of people to records: a person a row, a record a column; null where somebody gave no answer. */
type Rows<T> = (T | null)[][]

interface Matrix {
  rows: Rows<number>
  /** The same without gaps. */
  full: number[][]
  sets: Rows<string[]>
  /** The rank of each option, null without one. */
  rankings: Rows<(number | null)[]>
  hasTies: boolean
  spans: Rows<[start: number, end: number, label: string][]>
}

const MATRICES = 1000
/** Resamples where intervals by bootstrap are not compared. */
const NO_BOOTSTRAP = 1
const random = seededRandom(7)
const below = (limit: number) => Math.floor(random() * limit)
const range = (length: number) => Array.from({ length }, (_, index) => index)

describe('agreement, beside implementations from PyPI', () => {
  let python: string | undefined
  beforeAll(async () => {
    const environment = await ensurePythonClient('requirements-agreement.txt')
    if ('python' in environment) python = environment.python
    else if (process.env.CI) throw new Error(environment.missing)
    else console.warn(`\n!! ${environment.missing} Agreement is not compared with other implementations. !!\n`)
  }, 600_000)

  it('is the same on 1,000 random matrices, by every measure', { timeout: 600_000 }, async (context) => {
    if (!python) return context.skip()
    const matrices = range(MATRICES).map(randomMatrix)
    const theirs = await compute<Record<string, number>>(python, matrices)
    expect(theirs).toHaveLength(MATRICES)
    for (const [index, matrix] of matrices.entries()) {
      const ours = figuresOf(matrix)
      expect(Object.keys(ours)).toEqual(Object.keys(theirs[index] ?? {}))
      for (const [name, figure] of Object.entries(ours))
        expect(figure, `${name} of matrix ${index}`).toBeCloseTo(theirs[index]?.[name] ?? Number.NaN, 8)
    }
  })

  it('has the same bootstrap intervals, up to the choice of samples', { timeout: 600_000 }, async (context) => {
    if (!python) return context.skip()
    const matrices = range(8).map(() => randomRows(3, 120, 4, 0.4 + random() / 2))
    const theirs = await compute<Record<string, Interval>>(
      python,
      matrices.map((resample) => ({ resample })),
    )
    for (const [index, rows] of matrices.entries()) {
      const labels = agreementOf('label_selection', rows, String)
      const ratings = agreementOf('rating', rows, Number)
      const label = labels.labels.find((one) => one.label === '1')
      const ours = {
        nominal: labels.interval,
        ordinal: ratings.interval,
        interval: ratings.alpha_equal_steps_interval,
        label: label?.interval,
        label_f1: label?.f1_interval,
        fleiss: labels.fleiss_interval,
      }
      for (const [name, [low, high]] of Object.entries(theirs[index] ?? {})) {
        const [ourLow = 0, ourHigh = 0] = ours[name as keyof typeof ours] ?? []
        // A quantile of 1,000 samples is off by about 2 % of the width of the interval.
        expect(Math.abs(ourLow - low) / (high - low), `${name} of matrix ${index}, low`).toBeLessThan(0.1)
        expect(Math.abs(ourHigh - high) / (high - low), `${name} of matrix ${index}, high`).toBeLessThan(0.1)
      }
    }
  })
})

/** Answers drawn around each record's own value. The first two records have two different values, so that no coefficient is undefined. */
function randomRows(people: number, records: number, values: number, share: number): number[][] {
  const truth = range(records).map(() => below(values))
  return range(people).map(() =>
    truth.map((value, record) => (record < 2 ? record : random() < share ? value : below(values))),
  )
}

/** Two to five people, up to 20 records, and 2 to 6 values, of which the answers to the other questions are made; some answers are missing. */
function randomMatrix(): Matrix {
  const values = 2 + below(5)
  const full = randomRows(2 + below(4), 6 + below(15), values, random())
  const hasTies = random() < 0.5
  const options = 3 + below(2)
  const ofValue = range(values).map(() => randomRanking(options, hasTies))
  const opposed = [range(options).map((rank) => rank + 1), range(options).map((rank) => options - rank)]
  return {
    rows: withGaps(full, (value) => value),
    full,
    sets: withGaps(full, (value) => [...new Set([`${value}`, `${below(3)}`])]),
    rankings: withGaps(full, (value, record) =>
      record < 2 ? (opposed[record] ?? []) : random() < 0.2 ? randomRanking(options, hasTies) : (ofValue[value] ?? []),
    ),
    hasTies,
    spans: withGaps(full, (value, record) => randomSpans(value, record)),
  }
}

/** Ranks from 1, each once; with ties, some are equal and some missing. */
function randomRanking(options: number, hasTies: boolean): (number | null)[] {
  if (hasTies) return range(options).map(() => (random() < 0.2 ? null : 1 + below(3)))
  const ranks = range(options).map((rank) => ({ rank: rank + 1, order: random() }))
  return ranks.sort((one, other) => one.order - other.order).map(({ rank }) => rank)
}

/** Up to three spans, some of which have another label or end elsewhere; none in one of five answers. */
function randomSpans(value: number, record: number): [number, number, string][] {
  if (record < 2) return [[record, record + 4, 'name']]
  if (random() < 0.2) return []
  return range(1 + below(3)).map((at) => [
    10 * at + value,
    10 * at + value + (random() < 0.8 ? 4 : 5),
    random() < 0.8 ? 'name' : 'place',
  ])
}

function withGaps<T>(full: readonly number[][], answer: (value: number, record: number) => T): Rows<T> {
  return full.map((row) => row.map((value, record) => (record > 1 && random() < 0.2 ? null : answer(value, record))))
}

function figuresOf({ rows, full, sets, rankings, spans }: Matrix): Record<string, number | null | undefined> {
  const labels = agreementOf('label_selection', full, String, NO_BOOTSTRAP)
  const pair = labels.pairs.find(({ people }) => people.join() === 'person0,person1')
  // Theirs is a point where the two always agree; ours is a bound.
  const [low, high] = pair?.kappa === 1 ? [1, 1] : (pair?.kappa_interval ?? [])
  const ratings = agreementOf('rating', rows, Number, NO_BOOTSTRAP)
  return {
    nominal: agreementOf('label_selection', rows, String, NO_BOOTSTRAP).alpha,
    ordinal: ratings.alpha,
    interval: ratings.alpha_equal_steps,
    cohen: pair?.kappa,
    cohen_low: low,
    cohen_high: high,
    fleiss: labels.fleiss,
    sets: agreementOf('multi_label_selection', sets, (set) => set, NO_BOOTSTRAP).alpha,
    rankings: agreementOf(
      'ranking',
      rankings,
      (ranks) => ranks.map((rank, at) => ({ value: `option${at}`, rank })),
      NO_BOOTSTRAP,
    ).alpha,
    spans: agreementOf('span', spans, (all) => all.map(([start, end, label]) => ({ start, end, label })), NO_BOOTSTRAP)
      .alpha,
  }
}

/** The figures of a question of this type, as the server computes them. */
function agreementOf<T>(
  type: QuestionType,
  rows: Rows<T>,
  convert: (value: T) => PersonsAnswer['value'],
  resamples?: number,
): QuestionAgreement {
  const tally = new QuestionTally(type, new Resampling(resamples))
  for (const answers of columns(rows, convert)) tally.add(answers)
  return tally.result()
}

/** The answers to each record. */
function columns<T, Value>(rows: Rows<T>, convert: (value: T) => Value): { person: string; value: Value }[][] {
  return range(rows[0]?.length ?? 0).map((at) =>
    rows.flatMap((row, person) => {
      const value = row[at]
      return value === null || value === undefined ? [] : [{ person: `person${person}`, value: convert(value) }]
    }),
  )
}

async function compute<Reply>(python: string, asked: readonly unknown[]): Promise<Reply[]> {
  const child = spawn(python, [fileURLToPath(new URL('./agreement.py', import.meta.url))])
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    err += text
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.stdin.end(asked.map((matrix) => JSON.stringify(matrix)).join('\n'))
  expect(await ended, err).toBe(0)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
