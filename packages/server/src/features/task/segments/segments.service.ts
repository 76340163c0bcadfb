import { nowMicros } from '../../../db/clock'
import type { Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'

export {
  giveUpSegments,
  selectParts as findParts,
  selectSealedTo as findSealedTo,
  selectSegments as findSegments,
} from './segments.store'

/** How long after a change segments are made (µs), so that an import makes few. */
const SEAL_AFTER = 2_000_000
/** A change of so many records may be worth a segment by itself. */
const MANY = 100

/** Have new records of a dataset put into a segment; part of the transaction that writes them. @param changed - how many it writes */
export async function enqueueSealing(tx: Tx, datasetId: string, changed = MANY): Promise<void> {
  if (changed < MANY) return
  const dueAt = nowMicros() + SEAL_AFTER
  await enqueue(tx, { kind: 'seal_records', subject: datasetId, dataset: { id: datasetId }, dueAt })
}
