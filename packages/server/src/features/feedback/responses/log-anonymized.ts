import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import type { EventSide } from '../../../events/catalogue'

/** Responses, decisions and doubts of each kind in one event. */
const IDS_PER_EVENT = 10_000

/**
 * Log which responses, decisions and doubts lose their author when a user is deleted, so that the answers of an earlier time can name them.
 * The caller has locked the user.
 */
export async function logAnonymized(tx: Tx, by: SessionUser, user: { id: string; username: string }): Promise<void> {
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'dataset_id'])
    .where('user_id', '=', user.id)
    .execute()
  const resolutions = await tx
    .selectFrom('resolutions')
    .select(['record_id', 'question_id', 'updated_at', 'dataset_id'])
    .where('user_id', '=', user.id)
    .execute()
  const doubts = await tx
    .selectFrom('doubts')
    .select(['id', 'dataset_id', 'user_id', 'resolved_by'])
    .where(({ or, eb }) => or([eb('user_id', '=', user.id), eb('resolved_by', '=', user.id)]))
    .execute()
  type Lost = Omit<Required<EventSide<'responses.anonymize', 'before'>>, 'user_id' | 'username'>
  const byDataset = new Map<string, Lost>()
  const lostIn = (datasetId: string) => {
    const lost = byDataset.get(datasetId) ?? { ids: [], resolutions: [], doubts: [], resolved_doubts: [] }
    byDataset.set(datasetId, lost)
    return lost
  }
  for (const { id, dataset_id } of responses) lostIn(dataset_id).ids.push(id)
  for (const { record_id, question_id, updated_at, dataset_id } of resolutions)
    lostIn(dataset_id).resolutions.push({ record_id, question_id, updated_at: wireTime(updated_at) })
  for (const { id, dataset_id, user_id, resolved_by } of doubts) {
    if (user_id === user.id) lostIn(dataset_id).doubts.push(id)
    if (resolved_by === user.id) lostIn(dataset_id).resolved_doubts.push(id)
  }
  for (const [datasetId, lost] of byDataset) {
    const most = Math.max(...Object.values(lost).map(({ length }) => length))
    for (let from = 0; from < most; from += IDS_PER_EVENT) {
      const to = from + IDS_PER_EVENT
      await logEvent(tx, {
        kind: 'responses.anonymize',
        subjectId: user.id,
        userId: by.id,
        datasetId,
        before: {
          user_id: user.id,
          username: user.username,
          ids: lost.ids.slice(from, to),
          resolutions: lost.resolutions.slice(from, to),
          doubts: lost.doubts.slice(from, to),
          resolved_doubts: lost.resolved_doubts.slice(from, to),
        },
      })
    }
  }
}
