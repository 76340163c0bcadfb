import type { Product } from '../product'
import { seedWorld } from './classic-world'
import { readSolutions, SOLVERS } from './real-data'

/** Score of each solver's predictions; the last solver is the best. */
const scoreOf = (at: number) => (at + 1) / 10

interface SolvedRecord {
  status: string
}

/** Seed word problems, each with the solutions of four models as predictions. */
export async function seedSolutions(product: Product, name: string, count: number) {
  const solved = readSolutions().slice(0, count)
  const records = solved.map(({ question, ...one }, id) => ({
    id,
    text: question,
    predictions: Object.fromEntries(
      SOLVERS.map((solver, at) => [solver, { sentences: [{ text: one[solver].solution, score: scoreOf(at) }] }]),
    ),
  }))
  const { record, path } = await seedWorld<SolvedRecord>(product, 'Text2Text', name, records)
  return { solved, stored: record, path }
}
