import { refusalOf } from '../../api/errors.ts'
import type { AnnotationRecord } from '../../api/record.ts'
import { fetchRecord } from '../../api/records.ts'

/** Requests on their way at once. */
const AT_ONCE = 6

/** Records by their ids, in that order: those at hand as they are shown, the others from the server. Deleted ones are left out. */
export async function fetchEach(
  recordIds: readonly string[],
  atHand: readonly AnnotationRecord[],
): Promise<AnnotationRecord[]> {
  const found = new Map(atHand.map((record) => [record.id, record]))
  const missing = recordIds.filter((id) => !found.has(id)).values()
  const fetchRest = async () => {
    for (const id of missing) {
      const record = await findRecord(id)
      if (record) found.set(id, record)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchRest))
  return recordIds.flatMap((id) => found.get(id) ?? [])
}

async function findRecord(recordId: string): Promise<AnnotationRecord | undefined> {
  try {
    return await fetchRecord(recordId)
  } catch (error) {
    if (refusalOf(error)?.status === 404) return undefined
    throw error
  }
}
