import type { Client } from '@postil/sdk/client'
import { type ExistingDataset, fetchExistingDataset } from './dataset-schema'

/** So many records tell what the records of a dataset hold: enough to see what was written for all of them. */
const LOOKED_AT = 20

/** What the first records of a dataset hold besides their texts. */
export interface HeldParts {
  records: number
  /** Who made suggestions, by the name of the question; null is nobody named. */
  makers: ReadonlyMap<string, ReadonlySet<string | null>>
  metadata: ReadonlySet<string>
  vectors: ReadonlySet<string>
}

/** A dataset that records are added to. */
export interface GrowingDataset extends ExistingDataset {
  held: HeldParts
}

/** Ask for everything a dataset is made of, and for what its first records hold. */
export async function fetchGrowingDataset(client: Client, datasetId: string): Promise<GrowingDataset> {
  const dataset = await fetchExistingDataset(client, datasetId)
  return { ...dataset, held: await fetchHeldParts(client, dataset) }
}

async function fetchHeldParts(client: Client, { datasetId, schema, questionIds }: ExistingDataset): Promise<HeldParts> {
  // With a cursor, so that of large records a page of fewer comes.
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
