import { prepared } from '../../../db/prepared'
import type { Db, ResponseTable } from '../../../db/tables'
import { assertReadable } from '../../../http/bodies/reply-size'
import { isReachable } from '../../../search/assigned'
import { STORED_BYTES, type StoredRecord } from '../common/stored-record'

/** A record with its workspace, which decides who may answer it. */
export type AnswerableRecord = StoredRecord & { workspaceId: string; has_assignments: number }

/** Records by id, with their workspaces. Throws `InvalidError` when they take more bytes than may be in memory at once. */
export async function findAnswerable(db: Db, ids: readonly string[]): Promise<Map<string, AnswerableRecord>> {
  const found = db
    .selectFrom('records')
    .innerJoin('datasets', 'datasets.id', 'records.dataset_id')
    .where('records.id', 'in', [...new Set(ids)])
  if (ids.length > 1) {
    const { bytes } = await found.select(STORED_BYTES.as('bytes')).executeTakeFirstOrThrow()
    assertReadable(bytes)
  }
  const rows = await found
    .selectAll('records')
    .select(['datasets.workspace_id as workspaceId', 'datasets.has_assignments'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of some records that are assigned to other users only, so that a user who is no lead may not answer them. */
export async function findForOthers(db: Db, userId: string, records: Iterable<AnswerableRecord>): Promise<Set<number>> {
  const pks = [...records].filter(({ has_assignments }) => has_assignments === 1).map(({ pk }) => pk)
  if (pks.length === 0) return new Set()
  const rows = await db
    .selectFrom('records as r')
    .select('r.pk')
    .where('r.pk', 'in', pks)
    .where(({ not, ref }) => not(isReachable({ pk: ref('r.pk'), datasetId: ref('r.dataset_id') }, userId)))
    .execute()
  return new Set(rows.map(({ pk }) => pk))
}

export function findResponse(db: Db, id: string): Promise<ResponseTable | undefined> {
  return db.selectFrom('responses').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasResponse(db: Db, recordPk: number, userId: string): Promise<boolean> {
  return (await findMyResponses(db, userId, [recordPk])).size > 0
}

const responsesOf = prepared((db: Db, { userId, recordPks }: { userId: string; recordPks: readonly number[] }) =>
  db.selectFrom('responses').selectAll().where('record_pk', 'in', recordPks).where('user_id', '=', userId),
)

/** One user's responses to these records, by the record's `pk`. */
export async function findMyResponses(
  db: Db,
  userId: string,
  recordPks: readonly number[],
): Promise<Map<number, ResponseTable>> {
  if (recordPks.length === 0) return new Map()
  const { rows } = await responsesOf(db, { userId, recordPks })
  return new Map(rows.map((row) => [row.record_pk, row]))
}
