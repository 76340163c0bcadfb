import type { JobDefinition } from '../../../jobs/job'

/** Number of vectors deleted in one transaction: so few that no answer is noticeably delayed. */
const STEP = 200

/** Delete the vectors of deleted vectors settings. */
export const purgeVectors: JobDefinition = {
  run: async ({ row: { subject }, step }) => {
    const clear = () =>
      step(async (tx, progress) => {
        const { numDeletedRows } = await tx
          .deleteFrom('record_vectors')
          .where('vector_id', '=', subject)
          .where('record_pk', 'in', (eb) =>
            eb.selectFrom('record_vectors').select('record_pk').where('vector_id', '=', subject).limit(STEP),
          )
          .executeTakeFirstOrThrow()
        progress.done = Number(numDeletedRows)
        return progress.done > 0
      })
    while (await clear()) {
      // Each step is a transaction of its own, so that other writers can run in between.
    }
  },
}
