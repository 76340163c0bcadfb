import type { Product } from '../product'
import { readBanking } from './real-data'

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
