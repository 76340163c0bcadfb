import type { Vectors } from '@postil/contract/feedback/record-parts'
import { chunked } from '../../../db/insert-rows'
import type { RecordVectorTable, Tx } from '../../../db/tables'
import type { DatasetRules } from './dataset-rules'

export interface VectorsToSave {
  recordPk: number
  vectors: Vectors
}

/**
 * Write checked vectors; those under the same name are replaced, others stay. Called after everything else of the records, since from here
 * to the commit other writers of the same vectors wait.
 */
export async function saveVectors(tx: Tx, rules: DatasetRules, items: readonly VectorsToSave[]): Promise<void> {
  const rows = items.flatMap(({ recordPk, vectors }) =>
    Object.entries(vectors).flatMap(([name, value]) => {
      const settings = rules.vectorsByName.get(name)
      if (!settings) return []
      return [{ dataset_id: rules.datasetId, record_pk: recordPk, vector_id: settings.id, value: vectorBytes(value) }]
    }),
  )
  await writeVectors(tx, rows)
}

/** Write vectors as the next version of their settings, which tells indexes in memory what to read again. */
export async function writeVectors(tx: Tx, given: readonly Omit<RecordVectorTable, 'version'>[]): Promise<void> {
  const versions = new Map<string, number>()
  // In one order, so that two writers of the same settings cannot wait for one another.
  for (const id of [...new Set(given.map(({ vector_id }) => vector_id))].sort())
    versions.set(id, await nextVersion(tx, id))
  const rows = given.map((row) => ({ ...row, version: versions.get(row.vector_id) ?? 0 }))
  for (const chunk of chunked(rows))
    await tx
      .insertInto('record_vectors')
      .values(chunk)
      .onConflict((oc) =>
        oc
          .columns(['vector_id', 'record_pk'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), version: eb.ref('excluded.version') })),
      )
      .execute()
}

async function nextVersion(tx: Tx, vectorId: string): Promise<number> {
  const row = await tx
    .insertInto('vector_versions')
    .values({ vector_id: vectorId, version: 1 })
    .onConflict((oc) =>
      oc.column('vector_id').doUpdateSet((eb) => ({ version: eb('vector_versions.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(row.version)
}

/** A vector as stored: 64-bit floats, little endian as on every machine this runs on. */
function vectorBytes(value: readonly number[]): Uint8Array {
  return new Uint8Array(new Float64Array(value).buffer)
}

/**
 * A stored vector's numbers: 64-bit floats, or 32-bit ones when the bytes are half as many. The bytes may start anywhere in their buffer, so
 * they are copied to where floats may lie.
 */
export function vectorNumbers(bytes: Uint8Array, dimensions: number): Float64Array | Float32Array {
  const { buffer } = Uint8Array.from(bytes)
  return bytes.byteLength === dimensions * 4 ? new Float32Array(buffer) : new Float64Array(buffer)
}
