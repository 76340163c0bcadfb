import { LIMITS } from '@postil/contract/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/tables'
import type { RecordView } from './read-records'

/** About what ids, times and keys of one row take in a reply. */
const ROW_BYTES = 300

/** What the records of a select take in the store. */
export const STORED_BYTES = sql<number>`coalesce(sum(octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)), 0)`

/** Which of a record's parts are measured. */
export type MeasuredParts = Pick<RecordView, 'responses' | 'suggestions' | 'resolutions' | 'vectors'>

/** Stored bytes of these records with everything that is asked for with them. Both engines know the length of a value without reading it. */
export async function findSizes(db: Db, pks: readonly number[], parts: MeasuredParts): Promise<Map<number, number>> {
  if (pks.length === 0) return new Map()
  const rows = await db
    .selectFrom('records')
    .select(['pk', sizeOf(parts).as('bytes')])
    .where('pk', 'in', pks)
    .execute()
  return new Map(rows.map(({ pk, bytes }) => [Number(pk), Number(bytes)]))
}

/** True when these records are one page together: for statements that are sent along with `findSizes`, to save a trip. */
export function fitOnePage(pks: readonly number[], parts: MeasuredParts): RawBuilder<SqlBool> {
  return sql`(select sum(${sizeOf(parts)}) from records where pk in (${sql.join(pks)})) <= ${LIMITS.pageBytes}`
}

function sizeOf({ responses, suggestions, resolutions, vectors }: MeasuredParts): RawBuilder<number> {
  const terms = [
    sql`${sql.lit(ROW_BYTES)} + octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)`,
  ]
  if (responses && responses !== 'none') {
    const own = responses.userId === undefined ? sql`` : sql` and user_id = ${responses.userId}`
    terms.push(sumOf(sql`coalesce(octet_length("values"), 0)`, sql`responses where record_pk = records.pk${own}`))
  }
  if (suggestions) terms.push(sumOf(sql`octet_length(value)`, sql`suggestions where record_pk = records.pk`))
  if (resolutions) terms.push(sumOf(sql`octet_length(value)`, sql`resolutions where record_pk = records.pk`))
  if (vectors === 'all') terms.push(sumOf(sql`octet_length(value)`, sql`record_vectors where record_pk = records.pk`))
  else if (vectors && vectors.length > 0)
    terms.push(
      sumOf(
        sql`octet_length(value)`,
        sql`record_vectors join vectors_settings on vectors_settings.id = vector_id
          where record_pk = records.pk and name in (${sql.join(vectors)})`,
      ),
    )
  return sql<number>`(${sql.join(terms, sql` + `)})`
}

function sumOf(bytes: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(${sql.lit(ROW_BYTES)} + ${bytes}), 0) from ${from})`
}
