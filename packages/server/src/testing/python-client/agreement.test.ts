import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AlphaTally, type Scale, seededRandom } from '@postil/domain/agreement/alpha'
import { interval, masi } from '@postil/domain/agreement/distances'
import { CohenTally, FleissTally } from '@postil/domain/agreement/kappa'
import { expect, it } from 'vitest'
import { ensurePythonClient } from './python-environment'

/** A person a row, a record a column. */
interface Matrix {
  rows: (number | null)[][]
  /** Only in some, as the other implementation takes long: answers without gaps, and sets of labels. */
  full?: number[][]
  sets?: string[][][]
}

const MATRICES = 1000
const random = seededRandom(7)
const below = (limit: number) => Math.floor(random() * limit)
const range = (length: number) => Array.from({ length }, (_, index) => index)

it('agrees with implementations from PyPI on 1,000 random matrices', { timeout: 600_000 }, async (context) => {
  const environment = await ensurePythonClient('requirements-agreement.txt')
  if ('missing' in environment) {
    if (process.env.CI) throw new Error(environment.missing)
    console.warn(`\n!! ${environment.missing} Agreement is not compared with other implementations. !!\n`)
    return context.skip(environment.missing)
  }
  const matrices = range(MATRICES).map(randomMatrix)
  const theirs = await compute(environment.python, matrices)
  expect(theirs).toHaveLength(MATRICES)
  for (const [index, matrix] of matrices.entries()) {
    const figures = theirs[index]
    for (const [name, ours] of Object.entries(figuresOf(matrix)))
      expect(ours, `${name} of matrix ${index}`).toBeCloseTo(figures?.[name] ?? Number.NaN, 9)
  }
})

/** Two to six people, up to 40 records and 6 values; answers drawn around each record's own value, some missing. */
function randomMatrix(index: number): Matrix {
  const people = 2 + below(5)
  const records = 8 + below(33)
  const values = 2 + below(5)
  const share = random()
  const truth = range(records).map(() => below(values))
  // The first two records have two different values, so that no coefficient is undefined.
  const full = range(people).map(() =>
    truth.map((value, record) => (record < 2 ? record : random() < share ? value : below(values))),
  )
  const rows = full.map((row) => row.map((value, record) => (record > 1 && random() < 0.2 ? null : value)))
  if (index % 4 !== 0) return { rows }
  const sets = full.map((row) => row.map((value) => [...new Set([`${value}`, `${below(3)}`])]))
  return { rows, full, sets }
}

function figuresOf({ rows, full, sets }: Matrix): Record<string, number | null> {
  const figures = {
    nominal: alphaOf<number>('nominal', rows),
    ordinal: alphaOf<number>('ordinal', rows),
    interval: alphaOf<number>({ distance: interval }, rows),
  }
  if (!full || !sets) return figures
  const cohen = new CohenTally()
  const fleiss = new FleissTally()
  for (const answers of columns(full)) {
    cohen.add(answers[0] ?? 0, answers[1] ?? 0)
    fleiss.add(answers)
  }
  const asSets = sets.map((row) => row.map((labels) => new Set(labels)))
  return { ...figures, cohen: cohen.kappa(), fleiss: fleiss.kappa(), masi: alphaOf({ distance: masi }, asSets) }
}

function alphaOf<T>(scale: Scale<T>, rows: readonly (readonly (T | null)[])[]): number | null {
  const tally = new AlphaTally<T>(scale, (value) => (value instanceof Set ? [...value].sort().join() : Number(value)))
  for (const answers of columns(rows)) tally.add(answers)
  return tally.alpha()
}

function columns<T>(rows: readonly (readonly (T | null)[])[]): T[][] {
  return range(rows[0]?.length ?? 0).map((at) =>
    rows.flatMap((row) => {
      const value = row[at]
      return value === null || value === undefined ? [] : [value]
    }),
  )
}

async function compute(python: string, matrices: readonly Matrix[]): Promise<Record<string, number>[]> {
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
  child.stdin.end(matrices.map((matrix) => JSON.stringify(matrix)).join('\n'))
  expect(await ended, err).toBe(0)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
