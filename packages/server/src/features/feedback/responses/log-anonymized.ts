import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import type { EventSide } from '../../../events/catalogue'

/** Responses, and decisions, in one event. */
const IDS_PER_EVENT = 10_000

/**
 * Log which responses and decisions lose their author when a user is deleted, so that the answers of an earlier time can name them. The
 * caller has locked the user.
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
  type Lost = Required<EventSide<'responses.anonymize', 'before'>>
  const byDataset = new Map<string, Pick<Lost, 'ids' | 'resolutions'>>()
  const lostIn = (datasetId: string) => {
    const lost = byDataset.get(datasetId) ?? { ids: [], resolutions: [] }
    byDataset.set(datasetId, lost)
    return lost
  }
  for (const { id, dataset_id } of responses) lostIn(dataset_id).ids.push(id)
  for (const { record_id, question_id, updated_at, dataset_id } of resolutions)
    lostIn(dataset_id).resolutions.push({ record_id, question_id, updated_at: wireTime(updated_at) })
  for (const [datasetId, lost] of byDataset)
    for (let from = 0; from < Math.max(lost.ids.length, lost.resolutions.length); from += IDS_PER_EVENT)
      await logEvent(tx, {
        kind: 'responses.anonymize',
        subjectId: user.id,
        userId: by.id,
        datasetId,
        before: {
          user_id: user.id,
          username: user.username,
          ids: lost.ids.slice(from, from + IDS_PER_EVENT),
          resolutions: lost.resolutions.slice(from, from + IDS_PER_EVENT),
        },
      })
}
