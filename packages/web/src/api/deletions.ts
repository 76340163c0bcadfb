import type { DeletedRecord, Deletion, Restored } from '@postil/contract/deletions'
import { api } from './client.ts'

export type { DeletedRecord, Deletion, Restored }

export const DELETIONS_KEY = ['deletions'] as const

/** The deletions of records that the user may restore. */
export function fetchDeletions(): Promise<{ items: Deletion[]; days: number }> {
  return api('GET /api/v1/deletions')
}

/** A page of the records of a deletion. @param after - the `next` of the page before */
export function fetchDeletedRecords(
  deletion: string,
  after?: number,
): Promise<{ items: DeletedRecord[]; next: number | null }> {
  return api('GET /api/v1/deletions/{deletion}/records', { params: { deletion }, query: { after } })
}

/** What was restored; with `error`, only until a call failed. */
export type RestoredSoFar = Restored & { error?: unknown }

/**
 * Restore the records of a deletion, in as many calls as it takes. Throws nothing: see `error`.
 *
 * @param some - only this record, and the `after` of the page that lists it; all if undefined
 */
export async function restoreRecords(
  deletion: string,
  some?: { id: string; after: number | undefined },
): Promise<RestoredSoFar> {
  const total: Restored = { restored: 0, refused: [], left_out: [], next: some?.after ?? null }
  try {
    do {
      const after = total.next ?? undefined
      const part = await api('POST /api/v1/deletions/{deletion}/restore', {
        params: { deletion },
        body: { ...(some && { ids: [some.id] }), ...(after !== undefined && { after }) },
      })
      total.restored += part.restored
      total.refused.push(...part.refused)
      total.left_out.push(...part.left_out)
      total.next = part.next
    } while (total.next !== null)
  } catch (error) {
    return { ...total, error }
  }
  return total
}
