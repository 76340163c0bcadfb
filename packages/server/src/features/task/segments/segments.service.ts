import { nowMicros } from '../../../db/clock'
import type { Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'

export {
  giveUpSegments,
  selectParts as findParts,
  selectSealedTo as findSealedTo,
  selectSegments as findSegments,
} from './segments.store'

/** Delay (µs) between a change and the building of segments, so that an import makes few of them. */
const SEAL_AFTER = 2_000_000
/** After a change of at least this many records, a dataset is checked for enough new records for a segment. */
const MANY = 50

/**
 * Enqueue the building of segments from new records; part of the transaction that writes them.
 *
 * @param changed - number of records written
 */
export async function enqueueSealing(tx: Tx, datasetId: string, changed = MANY): Promise<void> {
  if (changed < MANY) return
  const dueAt = nowMicros() + SEAL_AFTER
  await enqueue(tx, { kind: 'seal_records', subject: datasetId, dataset: { id: datasetId }, dueAt })
}
