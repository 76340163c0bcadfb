import { logEvent } from '../../../db/events'
import type { VectorsSettingsTable } from '../../../db/tables'
import { pack } from '../../../events/packed'
import type { JobDefinition, NewJob } from '../../../jobs/job'

/** Maximum number of vectors deleted in one transaction: so few that no answer is noticeably delayed. */
const STEP = 200
/** Maximum bytes of vectors deleted in one transaction, for the same reason: they are stored in one event. */
const STEP_BYTES = 256 * 1024

/** The parameters of the job. */
interface Deletion {
  /** Maximum number of vectors in one transaction. */
  step: number
  /** What the events say about the vectors. Absent for vectors that the server has computed from the records, which are not logged. */
  logged?: { name: string; datasetId: string; userId: string }
}

/** The job that deletes the vectors of deleted vectors settings. */
export function vectorsPurge(user: { id: string }, settings: VectorsSettingsTable): NewJob {
  const { id, name, dataset_id: datasetId, dimensions, source } = settings
  const step = Math.max(1, Math.min(STEP, Math.floor(STEP_BYTES / (dimensions * Float64Array.BYTES_PER_ELEMENT))))
  const data: Deletion = { step, ...(source === 'given' && { logged: { name, datasetId, userId: user.id } }) }
  return { kind: 'purge_vectors', subject: id, data }
}

/** Delete the vectors of deleted vectors settings. The event log keeps those that were sent for records. */
export const purgeVectors: JobDefinition = {
  run: async ({ row: { subject, data }, step }, { engine }) => {
    // Jobs of older versions have no parameters; their vectors are not logged.
    const { step: most = STEP, logged }: Partial<Deletion> = JSON.parse(data)
    for (;;) {
      // Read and packed before the transaction, where no one waits for it: nothing changes the vectors of deleted settings.
      const rows = await engine.db
        .selectFrom('record_vectors')
        .innerJoin('records', 'records.pk', 'record_vectors.record_pk')
        .select(['record_vectors.record_pk', 'records.id', 'record_vectors.value'])
        .where('record_vectors.vector_id', '=', subject)
        .limit(most)
        .execute()
      if (rows.length === 0) return
      const lines = rows.map(({ id, value }) => JSON.stringify({ id, value: base64(value) }))
      const vectors = logged && (await pack(lines))
      // Each step is a transaction of its own, so that other writers can run in between.
      await step(async (tx, progress) => {
        const pks = rows.map(({ record_pk }) => record_pk)
        const found = tx.deleteFrom('record_vectors').where('vector_id', '=', subject).where('record_pk', 'in', pks)
        progress.done = Number((await found.executeTakeFirstOrThrow()).numDeletedRows)
        if (!logged || vectors === undefined) return
        const { name, ...about } = logged
        await logEvent(tx, { kind: 'vectors.delete', subjectId: subject, ...about, before: { name, vectors } })
      })
    }
  },
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
