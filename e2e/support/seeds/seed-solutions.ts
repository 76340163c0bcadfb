import type { Product } from '../product'
import { readSolutions, SOLVERS } from './real-data'

const headers = { 'x-argilla-workspace': 'default' }
/** Score of each solver's predictions; the last solver is the best. */
const scoreOf = (at: number) => (at + 1) / 10

/** Seed word problems, each with the solutions of four models as predictions. */
export async function seedSolutions({ owner }: Product, name: string, count: number) {
  const params = Object({ name })
  const solved = readSolutions().slice(0, count)
  await owner('POST /api/datasets', { headers, body: { name, workspace: 'default', task: 'Text2Text' } })
  const records = solved.map(({ question, ...one }, id) => ({
    id,
    text: question,
    predictions: Object.fromEntries(
      SOLVERS.map((solver, at) => [solver, { sentences: [{ text: one[solver].solution, score: scoreOf(at) }] }]),
    ),
  }))
  await owner('POST /api/datasets/{name}/Text2Text:bulk', { params, headers, body: Object({ records }) })
  const stored = async (id: number) => {
    const body = Object({ query: { ids: [id] } })
    return (await owner('POST /api/datasets/{name}/Text2Text:search', { params, headers, body })).records[0]
  }
  return { solved, stored, path: `/datasets/default/${name}` }
}
