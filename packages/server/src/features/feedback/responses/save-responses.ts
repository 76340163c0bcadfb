import { randomUUID } from 'node:crypto'
import type { ResponseCreate } from '@postil/contract/feedback/responses'
import { type Expression, sql } from 'kysely'
import { nowMicros } from '../../../db/clock'
import { isUniqueViolation } from '../../../db/engines/engine'
import { leaveToCommit } from '../../../db/engines/transactions'
import { about, logEvent } from '../../../db/events'
import { chunked, insertRows } from '../../../db/insert-rows'
import { prepared } from '../../../db/prepared'
import type { ResponseTable, Tx } from '../../../db/tables'
import { deleteTerms, responseTerms } from '../common/answer-terms'
import type { RuledQuestion } from '../common/dataset-rules'
import { countFirstAnswers, updateStats } from '../datasets/dataset-stats'
import { deleteSkip } from '../skips/skips.service'
import { countResponse, recountResponses } from './response-counts'
import { responseText } from './responses.wire'

/** Up to this many terms are inserted by a single statement. */
const FEW_TERMS = 1000

export interface ResponseToSave {
  record: { pk: number; id: string; dataset_id: string }
  userId: string
  response: ResponseCreate
  /** The questions of the record's dataset. */
  questions: readonly RuledQuestion[]
}

/**
 * Write validated responses, at most one per record and user. An existing one gets the new status and all the new answers, and keeps its
 * id. The caller has locked the records, and updates the statistics of the dataset at the end.
 *
 * @param isNew - the records were created in this transaction, so they have no responses yet
 * @returns the stored rows, in the order given
 */
export async function saveResponses(
  tx: Tx,
  items: readonly ResponseToSave[],
  { isNew = false } = {},
): Promise<ResponseTable[]> {
  const given = items.map(toRow)
  const rows = isNew ? given : await upsertRows(tx, given)
  if (isNew) await insertRows(tx, 'responses', rows)
  else
    await deleteTerms(
      tx,
      rows.map(({ id }) => id),
    )
  const terms = rows.flatMap((row, index) => {
    const item = items[index]
    return item ? responseTerms(row, item.questions, item.response.values) : []
  })
  await insertRows(tx, 'answer_terms', terms)
  const counted = isNew ? rows.filter(({ status }) => status !== 'draft') : rows
  await recountResponses(
    tx,
    counted.map(({ record_pk }) => record_pk),
  )
  return rows
}

const insertFirst = prepared((tx: Tx, row: ResponseTable) =>
  tx
    .insertInto('responses')
    .values(row)
    .onConflict((oc) => oc.columns(['record_pk', 'user_id']).doNothing())
    .returning('id'),
)

const insertOnly = prepared((tx: Tx, row: ResponseTable) => tx.insertInto('responses').values(row))

/**
 * Write a validated first response, its event, and the count of the user's answers, as the last step of a transaction: all statements are
 * sent together with the commit.
 *
 * @param by - who writes it: its user, or a lead
 * @param whenExists - makes the error with which the transaction fails when the user already has a response
 */
export async function insertLastResponse(
  tx: Tx,
  by: { id: string },
  item: ResponseToSave,
  whenExists: () => Error,
): Promise<ResponseTable> {
  const row = toRow(item)
  const { dataset_id: datasetId } = row
  const terms = responseTerms(row, item.questions, item.response.values)
  // Many terms take several statements, one after the other.
  const isShort = terms.length <= FEW_TERMS
  if (!isShort) await insertRows(tx, 'answer_terms', terms)
  leaveToCommit(tx, [
    insertOnly(tx, row).catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? whenExists() : cause
    }),
    ...(isShort ? [insertRows(tx, 'answer_terms', terms)] : []),
    logEvent(tx, { ...about(by, row), kind: 'response.create', after: responseText(row) }),
    // From here to the commit, other answers to the record wait.
    countResponse(tx, row),
    countFirstAnswers(tx, {
      ...{ datasetId, userId: item.userId, added: 1 },
      submittedPks: row.status === 'submitted' ? [row.record_pk] : [],
    }),
  ])
  return row
}

/**
 * Write a validated first response and its event, in a transaction that continues to write. The caller counts the user's answers at its
 * end.
 *
 * @returns undefined when the user already has a response
 */
export async function insertResponse(tx: Tx, item: ResponseToSave): Promise<ResponseTable | undefined> {
  const row = toRow(item)
  if ((await insertFirst(tx, row)).rows.length === 0) return undefined
  await Promise.all([
    insertRows(tx, 'answer_terms', responseTerms(row, item.questions, item.response.values)),
    countResponse(tx, row),
    logEvent(tx, { ...about({ id: item.userId }, row), kind: 'response.create', after: responseText(row) }),
  ])
  return row
}

/**
 * Replace the status and all answers of an existing response, validated, and log the event. The author stays the same, even if deleted.
 *
 * @param before - as read after its record was locked, so that it cannot have been changed or deleted since
 */
export async function replaceResponse(
  tx: Tx,
  user: { id: string },
  before: ResponseTable,
  { response, questions }: Pick<ResponseToSave, 'response' | 'questions'>,
): Promise<ResponseTable> {
  const now = nowMicros()
  const row = await tx
    .updateTable('responses')
    .set({
      status: response.status,
      values: valuesText(response),
      updated_at: now,
      submitted_at: response.status === 'submitted' ? submittedSince(sql.val(now)) : null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await deleteTerms(tx, [row.id])
  await Promise.all([
    insertRows(tx, 'answer_terms', responseTerms(row, questions, response.values)),
    recountResponses(tx, [row.record_pk]),
    logEvent(tx, {
      ...about(user, row),
      kind: 'response.update',
      before: responseText(before),
      after: responseText(row),
    }),
    updateStats(tx, row.dataset_id, {
      isActivity: true,
      isReopened: before.status === 'submitted' && row.status !== 'submitted',
    }),
  ])
  return row
}

/** Delete a response and log the event. Its record is locked, as for {@link replaceResponse}. */
export async function deleteResponseRow(tx: Tx, user: { id: string }, row: ResponseTable): Promise<void> {
  await tx.deleteFrom('responses').where('id', '=', row.id).execute()
  await Promise.all([
    deleteTerms(tx, [row.id]),
    row.user_id !== null && deleteSkip(tx, row.user_id, row.record_pk),
    recountResponses(tx, [row.record_pk]),
    logEvent(tx, { ...about(user, row), kind: 'response.delete', before: responseText(row) }),
    updateStats(tx, row.dataset_id, { isActivity: true, isReopened: true }),
  ])
}

/** The answers of a response for the store. Without answers this is null, which clears earlier ones (feedback-api §5.1). */
function valuesText({ values }: ResponseCreate): string | null {
  return values ? JSON.stringify(values) : null
}

function toRow({ record, userId, response }: ResponseToSave): ResponseTable {
  const now = nowMicros()
  return {
    id: randomUUID(),
    dataset_id: record.dataset_id,
    record_pk: record.pk,
    record_id: record.id,
    user_id: userId,
    status: response.status,
    values: valuesText(response),
    inserted_at: now,
    updated_at: now,
    submitted_at: response.status === 'submitted' ? now : null,
  }
}

/** Since when an existing response is submitted that is submitted now: it may have been before, also at a time that is not stored. */
function submittedSince(now: Expression<number>): Expression<number> {
  return sql`case when responses.status = 'submitted'
    then coalesce(responses.submitted_at, responses.updated_at) else ${now} end`
}

async function upsertRows(tx: Tx, rows: readonly ResponseTable[]): Promise<ResponseTable[]> {
  const saved = new Map<string, ResponseTable>()
  for (const chunk of chunked(rows)) {
    const stored = await tx
      .insertInto('responses')
      .values(chunk)
      .onConflict((oc) =>
        oc.columns(['record_pk', 'user_id']).doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          values: eb.ref('excluded.values'),
          updated_at: eb.ref('excluded.updated_at'),
          submitted_at: eb
            .case()
            .when('excluded.status', '=', 'submitted')
            .then(submittedSince(eb.ref('excluded.updated_at')))
            .end(),
        })),
      )
      .returningAll()
      .execute()
    for (const row of stored) saved.set(`${row.record_pk} ${row.user_id}`, row)
  }
  return rows.map((row) => saved.get(`${row.record_pk} ${row.user_id}`) ?? row)
}
