import type { Vectors } from '@postil/contract/feedback/record-parts'
import { chunked } from '../../../db/insert-rows'
import type { Tx } from '../../../db/tables'
import type { DatasetRules } from './dataset-rules'

export interface VectorsToSave {
  recordPk: number
  vectors: Vectors
}

/** Write checked vectors; those under the same name are replaced, others stay. */
export async function saveVectors(tx: Tx, rules: DatasetRules, items: readonly VectorsToSave[]): Promise<void> {
  const rows = items.flatMap(({ recordPk, vectors }) =>
    Object.entries(vectors).flatMap(([name, value]) => {
      const settings = rules.vectorsByName.get(name)
      if (!settings) return []
      return [{ dataset_id: rules.datasetId, record_pk: recordPk, vector_id: settings.id, value: vectorBytes(value) }]
    }),
  )
  for (const chunk of chunked(rows))
    await tx
      .insertInto('record_vectors')
      .values(chunk)
      .onConflict((oc) =>
        oc.columns(['vector_id', 'record_pk']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
}

/** A vector as stored: 64-bit floats, little endian as on every machine this runs on. */
export function vectorBytes(value: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(value).buffer)
}

/** A stored vector's numbers. The bytes may start anywhere in their buffer, so they are copied to where floats may lie. */
export function vectorNumbers(bytes: Uint8Array): Float64Array {
  return new Float64Array(Uint8Array.from(bytes).buffer)
}
