import type { Db } from '../../../db/tables'

/** A submitted response, as far as agreement needs it. */
export interface SubmittedRow {
  record_pk: number
  user_id: string | null
  /** JSON text. */
  values: string
}

/** Records of a dataset in order, behind one of them. */
export async function selectRecordsAfter(
  db: Db,
  datasetId: string,
  after: { inserted_at: number; pk: number } | undefined,
  limit: number,
): Promise<{ inserted_at: number; pk: number }[]> {
  return db
    .selectFrom('records')
    .select(['inserted_at', 'pk'])
    .where('dataset_id', '=', datasetId)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('inserted_at', 'pk'), '>', eb.tuple(after?.inserted_at ?? 0, after?.pk ?? 0))),
    )
    .orderBy('inserted_at')
    .orderBy('pk')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(({ inserted_at, pk }) => ({ inserted_at, pk: pk ?? 0 })))
}

/** What was submitted for these records, one record's responses after the other's. */
export async function selectSubmitted(db: Db, recordPks: readonly number[]): Promise<SubmittedRow[]> {
  const rows = await db
    .selectFrom('responses')
    .select(['record_pk', 'user_id', 'values'])
    .where('record_pk', 'in', recordPks)
    .where('status', '=', 'submitted')
    .orderBy('record_pk')
    .execute()
  return rows.map((row) => ({ ...row, values: row.values ?? '{}' }))
}

/** Names of some users. */
export function selectUsernames(db: Db, ids: readonly string[]): Promise<{ id: string; username: string }[]> {
  return db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).orderBy('username').execute()
}
