import { unsentFor } from '@postil/domain/outbox/select'
import type { Outbox } from '../outbox/outbox.ts'
import type { BulkAction } from './use-bulk-run.ts'

/**
 * Take the answers of many records back: each is on its way at once, kept on this device until the server has it. Resolves
 * when the server has taken all of them back, or has refused.
 */
export async function takeBack(
  outbox: Pick<Outbox, 'enqueue' | 'subscribe' | 'getState'>,
  datasetId: string,
  { status, saved, answers }: BulkAction,
): Promise<void> {
  await Promise.all(
    saved.map(({ recordId, responseId }) =>
      outbox.enqueue({ datasetId, recordId, responseId, from: status, change: { status: 'pending' }, answers }),
    ),
  )
  await new Promise<void>((resolve) => {
    const isDone = () => !saved.some(({ recordId }) => unsentFor(outbox.getState(), recordId))
    if (isDone()) return resolve()
    const stop = outbox.subscribe(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
  })
}
