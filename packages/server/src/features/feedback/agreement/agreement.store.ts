import { sql } from 'kysely'
import type { Db } from '../../../db/tables'

/** The parts of a submitted response that agreement needs. */
export interface SubmittedRow {
  record_pk: number
  user_id: string | null
  /** JSON text. */
  values: string
}

/**
 * A page of the records of a dataset that have so many submitted responses or more, in the order of insertion, after a position. Each record
 * is tested by itself, so that a page stops at its last one.
 */
export async function selectAnsweredAfter(
  db: Db,
  datasetId: string,
  atLeast: number,
  after: { inserted_at: number; pk: number } | undefined,
  limit: number,
): Promise<{ inserted_at: number; pk: number }[]> {
  const rows = await db
    .selectFrom('records')
    .select(['inserted_at', 'pk'])
    .where('dataset_id', '=', datasetId)
    .$if(atLeast > 0, (query) =>
      query.where(
        // Gold records have a higher number.
        ({ selectFrom }) =>
          selectFrom('response_counts as c')
            .select('c.record_pk')
            .whereRef('c.record_pk', '=', 'records.pk')
            .where('c.submitted', '>=', atLeast)
            .limit(1),
        'is not',
        null,
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('inserted_at', 'pk'), '>', eb.tuple(after?.inserted_at ?? 0, after?.pk ?? 0))),
    )
    .orderBy('inserted_at')
    .orderBy('pk')
    .limit(limit)
    .execute()
  return rows.map(({ inserted_at, pk }) => ({ inserted_at, pk: pk ?? 0 }))
}

/** The submitted responses to these records, grouped by record. */
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

/** A question that has a decided answer for a record. */
export interface ResolvedRow {
  record_pk: number
  /** Name of the question. */
  name: string
}

/** The decided questions of these records. */
export function selectResolved(db: Db, recordPks: readonly number[]): Promise<ResolvedRow[]> {
  return db
    .selectFrom('resolutions')
    .innerJoin('questions', 'questions.id', 'resolutions.question_id')
    .select(['resolutions.record_pk', 'questions.name'])
    .where('resolutions.record_pk', 'in', recordPks)
    .execute()
}

/** Characters of a record's fields that are read for its list entry, since texts may be long. */
const HEADING = 2000

/** List entries of records: their ids and the beginning of their fields, as truncated JSON text. */
export async function selectHeadings(
  db: Db,
  recordPks: readonly number[],
): Promise<{ pk: number; id: string; external_id: string | null; beginning: string }[]> {
  if (recordPks.length === 0) return []
  return db
    .selectFrom('records')
    .select(['pk', 'id', 'external_id', sql<string>`substr(fields, 1, ${HEADING})`.as('beginning')])
    .where('pk', 'in', recordPks)
    .execute()
}
