import { seedBanking } from '../exploring'
import type { Product } from '../product'
import { readBanking, readWholeBanking } from './real-data'

/** Seed a text classification dataset with real messages, each with a prediction. */
export async function seedClassic({ owner }: Product, name: string, count: number): Promise<void> {
  const records = readBanking()
    .slice(0, count)
    .map(({ text, category }, id) => ({
      id,
      inputs: { text },
      prediction: { agent: 'baseline', labels: [{ class: category, score: 0.8 }] },
    }))
  const headers = { 'x-argilla-workspace': 'default' }
  await owner('POST /api/datasets', {
    headers,
    body: { name, workspace: 'default', task: 'TextClassification', tags: { source: 'bank', language: 'en' } },
  })
  await owner('POST /api/datasets/{name}/TextClassification:bulk', {
    params: Object({ name }),
    headers,
    body: Object({ records }),
  })
}

const COUNT = 2000

/**
 * Seed real messages. Every third is annotated with its true category; the first fifty have predictions by another
 * agent.
 */
export async function seedAnnotated(product: Product, name: string) {
  const rows = readWholeBanking()
  const step = Math.floor(rows.length / COUNT)
  const records = Array.from({ length: COUNT }, (_, id) => {
    const { text, category } = rows[id * step] ?? { text: '', category: '' }
    const labels = [{ class: category, score: 1 }]
    return {
      id,
      inputs: { text },
      ...(id % 3 === 0 ? { annotation: { agent: 'team', labels }, status: 'Validated' } : {}),
      ...(id < 50 ? { prediction: { agent: 'bayes', labels: [{ class: category, score: 0.4 }] } } : {}),
    }
  })
  const world = await seedBanking(product, name, 1, { records })
  const headers = { 'x-argilla-workspace': 'default' }
  const rule = (query: string, label: string) =>
    product.owner('POST /api/datasets/{name}/TextClassification/labeling/rules', {
      params: { name },
      headers,
      body: { query, labels: [label] },
    })
  const total = async (query: object) =>
    (
      await product.owner('POST /api/datasets/{name}/TextClassification:search', {
        params: { name },
        headers,
        body: Object({ query }),
      })
    ).total
  const rules = () =>
    product.owner('GET /api/datasets/TextClassification/{name}/labeling/rules', { params: { name }, headers })
  return { world, rule, rules, total }
}
