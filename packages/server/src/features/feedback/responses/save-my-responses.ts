import type { ResponseBulkItem, ResponseUpsert } from '@postil/contract/feedback/responses'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { lockDataset, lockRecords } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import { workspacesOf } from '../../../db/member-workspaces'
import type { Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { ASSIGNED_TO_OTHERS, ITEM_FORBIDDEN } from '../../../wire/resource-errors'
import { loadQuestions, type RuledQuestion } from '../common/dataset-rules'
import { countFirstAnswers, updateStats } from '../datasets/dataset-stats'
import { GivenResponses, type SentHow } from './check-given'
import { findAnswerable, findForOthers, findMyResponses } from './responses.store'
import { responseText, responseToWire } from './responses.wire'
import { insertResponse, saveResponses } from './save-responses'

/**
 * Create or replace the caller's responses to several records. Each item succeeds or fails by itself: every item is validated before it is
 * written, so that an invalid one does not roll back the others.
 *
 * @param overwrite - false: records that are already answered are left unchanged, even if the other answer is saved at the same time
 */
export async function saveMyResponses(
  tx: Tx,
  user: SessionUser,
  items: readonly ResponseUpsert[],
  { overwrite, isRepeatable }: { overwrite: boolean } & SentHow,
): Promise<ResponseBulkItem[]> {
  const ids = items.map(({ record_id }) => record_id)
  await lockRecords(tx, { ids })
  const records = await findAnswerable(tx, ids)
  const own = can(user, 'workspaces.readAll') ? undefined : await workspacesOf(tx, user.id).execute()
  const workspaces = own && new Set(own.map(({ workspace_id }) => workspace_id))
  const isLead = can(user, 'records.assign', { isMember: true })
  const forOthers = isLead ? undefined : await findForOthers(tx, user.id, records.values())
  const questionsOf = new Map<string, RuledQuestion[]>()
  for (const { dataset_id } of records.values()) {
    if (questionsOf.has(dataset_id)) continue
    const [, questions] = await Promise.all([lockDataset(tx, dataset_id), loadQuestions(tx, dataset_id)])
    questionsOf.set(dataset_id, questions)
  }
  const before = await findMyResponses(
    tx,
    user.id,
    [...records.values()].map(({ pk }) => pk),
  )

  const given = new GivenResponses(tx, isRepeatable)
  const replies: ResponseBulkItem[] = []
  /** Changed datasets, with the number of first answers, the records of those submitted, and whether anything else changed. */
  const active = new Map<string, { first: number; submittedPks: number[]; isChanged: boolean; isReopened: boolean }>()
  for (const { record_id, ...asGiven } of items) {
    const record = records.get(record_id)
    const questions = questionsOf.get(record?.dataset_id ?? '') ?? []
    const why = !record
      ? `Record with id \`${record_id}\` not found`
      : workspaces && !workspaces.has(record.workspaceId)
        ? ITEM_FORBIDDEN
        : forOthers?.has(record.pk)
          ? ASSIGNED_TO_OTHERS
          : undefined
    const { response, failure } =
      record && why === undefined
        ? await given.check({ record, questions, response: asGiven })
        : { response: asGiven, failure: why }
    if (!record || failure !== undefined) {
      replies.push({ item: null, error: { detail: failure ?? '', ...(why !== undefined && { code: 'unreachable' }) } })
      continue
    }
    const earlier = before.get(record.pk)
    const item = { record, userId: user.id, response, questions }
    const [row] = overwrite ? await saveResponses(tx, [item]) : [await insertResponse(tx, item)]
    if (!row) {
      if (overwrite) throw new Error('A response was not there after it was saved.')
      replies.push({ item: null, error: { detail: alreadyExists(record, user.id).message, code: 'conflict' } })
      continue
    }
    if (overwrite) {
      const kind = earlier ? 'response.update' : 'response.create'
      const was = earlier && responseText(earlier)
      await logEvent(tx, { ...about(user, row), kind, before: was, after: responseText(row) })
    }
    before.set(record.pk, row)
    const change = active.get(record.dataset_id) ?? { first: 0, submittedPks: [], isChanged: false, isReopened: false }
    active.set(record.dataset_id, change)
    if (earlier) change.isChanged = true
    else change.first += 1
    if (!earlier && row.status === 'submitted') change.submittedPks.push(row.record_pk)
    if (earlier?.status === 'submitted' && row.status !== 'submitted') change.isReopened = true
    replies.push({ item: responseToWire(row), error: null })
  }
  for (const [datasetId, { first, submittedPks, isChanged, isReopened }] of [...active].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    if (first > 0) await countFirstAnswers(tx, { datasetId, userId: user.id, added: first, submittedPks })
    if (isChanged) await updateStats(tx, datasetId, { isActivity: true, isReopened })
  }
  return replies
}

/** The error of a first response when its user already has one. */
export function alreadyExists(record: { id: string }, userId: string): ConflictError {
  const message = `Response already exists for record with id \`${record.id}\` and by user with id \`${userId}\``
  return new ConflictError(message)
}
