import type { Client } from '@postil/sdk/client'
import { type ExistingDataset, fetchExistingDataset } from './dataset-schema'

/** Number of records sampled to learn what the records of a dataset contain. */
const LOOKED_AT = 20

/** What the first records of a dataset contain besides their texts. */
export interface HeldParts {
  records: number
  /** Agents of suggestions, by the name of the question; null for none. */
  makers: ReadonlyMap<string, ReadonlySet<string | null>>
  metadata: ReadonlySet<string>
  vectors: ReadonlySet<string>
}

/** A dataset to which records are added. */
export interface GrowingDataset extends ExistingDataset {
  held: HeldParts
}

/** Fetch the schema of a dataset, and what its first records contain. */
export async function fetchGrowingDataset(client: Client, datasetId: string): Promise<GrowingDataset> {
  const dataset = await fetchExistingDataset(client, datasetId)
  return { ...dataset, held: await fetchHeldParts(client, dataset) }
}

async function fetchHeldParts(client: Client, { datasetId, schema, questionIds }: ExistingDataset): Promise<HeldParts> {
  // With a cursor, the server returns a smaller page if records are large.
  const { items } = await client('GET /api/v1/datasets/{dataset_id}/records', {
    params: { dataset_id: datasetId },
    query: { include: ['suggestions', ...(schema.vectors.length > 0 ? ['vectors'] : [])], after: '', limit: LOOKED_AT },
  })
  const suggestions = items.flatMap((item) => item.suggestions ?? [])
  const makersOf = (id: string) => suggestions.flatMap((one) => (one.question_id === id ? [one.agent] : []))
  return {
    records: items.length,
    makers: new Map([...questionIds].map(([name, id]) => [name, new Set(makersOf(id))])),
    metadata: new Set(items.flatMap(({ metadata }) => Object.keys(metadata ?? {}))),
    vectors: new Set(items.flatMap(({ vectors }) => Object.keys(vectors ?? {}))),
  }
}
