import type { Vectors } from '@postil/contract/feedback/record-parts'
import type { RecordVectorTable, Tx } from '../../../db/tables'
import { vectorBytes } from '../../../db/vector-bytes'
import { fitting } from '../../../http/bodies/reply-size'

/**
 * Bytes of vectors per statement. Encoding and sending the 30 MB of a large call at once would block all other requests; between statements
 * others are served.
 */
const STATEMENT_BYTES = 1024 * 1024
/** Maximum number of vectors per statement. Each takes five parameters, and SQLite allows 32,766. */
const MOST_ROWS = 6000

export interface VectorsToSave {
  recordPk: number
  vectors: Vectors
}

/** The parts of the rules of a dataset that concern vectors. */
interface VectorRules {
  datasetId: string
  vectorsByName: ReadonlyMap<string, { id: string }>
}

/**
 * Write validated vectors. Vectors of the same name are replaced, others stay. Call this after everything else was written, since from here
 * to the commit other writers of the same vectors wait.
 */
export async function saveVectors(tx: Tx, rules: VectorRules, items: readonly VectorsToSave[]): Promise<void> {
  const rows = items.flatMap(({ recordPk, vectors }) =>
    Object.entries(vectors).flatMap(([name, value]) => {
      const settings = rules.vectorsByName.get(name)
      if (!settings) return []
      return [{ dataset_id: rules.datasetId, record_pk: recordPk, vector_id: settings.id, value }]
    }),
  )
  await writeVectors(tx, rows)
}

/** A vector to write: its numbers, or its bytes if these are already encoded. */
interface NewVector extends Omit<RecordVectorTable, 'version' | 'value'> {
  value: readonly number[] | Uint8Array
}

/** Write vectors as the next version of their settings, by which indexes in memory find them. */
export async function writeVectors(tx: Tx, given: readonly NewVector[]): Promise<void> {
  const versions = new Map<string, number>()
  // In a fixed order, so that two writers of the same settings cannot deadlock.
  for (const id of [...new Set(given.map(({ vector_id }) => vector_id))].sort())
    versions.set(id, await nextVersion(tx, id))
  for (let from = 0; from < given.length; ) {
    const some = given.slice(from, from + fitting(given.slice(from, from + MOST_ROWS).map(bytesOf), STATEMENT_BYTES))
    from += some.length
    const rows = some.map(({ value, ...row }) => ({
      ...row,
      value: value instanceof Uint8Array ? value : vectorBytes(value),
      version: versions.get(row.vector_id) ?? 0,
    }))
    await tx
      .insertInto('record_vectors')
      .values(rows)
      .onConflict((oc) =>
        oc
          .columns(['vector_id', 'record_pk'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), version: eb.ref('excluded.version') })),
      )
      .execute()
  }
}

function bytesOf({ value }: NewVector): number {
  return value instanceof Uint8Array ? value.byteLength : value.length * Float64Array.BYTES_PER_ELEMENT
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
  return row.version
}

/** Why an earlier vector is not restored. */
export function vectorGone(name: string): string {
  return `The dataset no longer has the vector “${name}” in this size.`
}
