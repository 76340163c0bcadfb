import { LIMITS } from '@postil/contract/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../../../db/prepared'
import type { Db } from '../../../db/tables'
import type { SeenBy } from '../resolutions/seen-resolutions'

/** Approximate bytes that ids, times and keys of one row take in a reply. */
const ROW_BYTES = 300

/** The parts of a record to measure, in a form that prepared queries accept. */
export interface MeasuredParts {
  responses: boolean
  /** Only the responses of this user. */
  responsesOf?: string
  suggestions: boolean
  resolutions: boolean
  doubts: boolean
  vectors: boolean
  /** Only the vectors with these names. */
  vectorNames?: readonly string[]
}

/** The parts of each record to include in a reply. */
export interface AskedParts {
  /** Whose responses: undefined for none, otherwise one user's or all; 'none' when it is known that there are none. */
  responses?: { userId?: string } | 'none'
  suggestions?: boolean
  /** Decisions, if visible to this user. */
  resolutions?: SeenBy | undefined
  doubts?: SeenBy | undefined
  vectors?: 'all' | readonly string[]
}

export function measuredParts({ responses, suggestions, resolutions, doubts, vectors }: AskedParts): MeasuredParts {
  const byUser = responses === 'none' ? undefined : responses
  return {
    responses: byUser !== undefined,
    ...(byUser?.userId !== undefined && { responsesOf: byUser.userId }),
    suggestions: suggestions === true,
    resolutions: resolutions !== undefined,
    doubts: doubts !== undefined,
    vectors: vectors !== undefined && vectors.length > 0,
    ...(vectors !== undefined && vectors !== 'all' && { vectorNames: vectors }),
  }
}

interface Measured {
  pks: readonly number[]
  parts: MeasuredParts
}

const sizesOf = prepared((db: Db, { pks, parts }: Measured) =>
  db
    .selectFrom('records')
    .select(['pk', sizeOf(parts).as('bytes')])
    .where('pk', 'in', pks),
)

/** The stored bytes of these records with everything requested with them. Both engines know the length of a value without reading it. */
export async function findSizes(db: Db, pks: readonly number[], parts: AskedParts): Promise<Map<number, number>> {
  if (pks.length === 0) return new Map()
  const { rows } = await sizesOf(db, { pks, parts: measuredParts(parts) })
  return new Map(rows.map(({ pk, bytes }) => [pk, bytes]))
}

/**
 * A condition for a whole statement, which returns nothing if these records exceed the size of a page: for statements that are sent
 * together with `findSizes`.
 */
export function ifOnePage(pks: readonly number[], parts: MeasuredParts | undefined): RawBuilder<SqlBool> {
  if (!parts) return sql`1 = 1`
  return sql`(select sum(${sizeOf(parts)}) from records where pk in (${sql.join(pks)})) <= ${LIMITS.pageBytes}`
}

function sizeOf(parts: MeasuredParts): RawBuilder<number> {
  const terms = [
    sql`${sql.lit(ROW_BYTES)} + octet_length(records.fields) + coalesce(octet_length(records.metadata), 0)`,
  ]
  if (parts.responses) {
    const own = parts.responsesOf === undefined ? sql`` : sql` and user_id = ${parts.responsesOf}`
    terms.push(sumOf(sql`coalesce(octet_length("values"), 0)`, sql`responses where record_pk = records.pk${own}`))
  }
  if (parts.suggestions) terms.push(sumOf(sql`octet_length(value)`, sql`suggestions where record_pk = records.pk`))
  if (parts.resolutions) terms.push(sumOf(sql`octet_length(value)`, sql`resolutions where record_pk = records.pk`))
  if (parts.doubts)
    terms.push(
      sumOf(sql`octet_length(note) + coalesce(octet_length(reply), 0)`, sql`doubts where record_pk = records.pk`),
    )
  if (parts.vectors) {
    const named =
      parts.vectorNames &&
      sql`record_vectors join vectors_settings on vectors_settings.id = vector_id
        where record_pk = records.pk and name in (${sql.join(parts.vectorNames)})`
    const all = sql`record_vectors where record_pk = records.pk`
    terms.push(sumOf(sql`octet_length(value)`, named ?? all))
  }
  return sql<number>`(${sql.join(terms, sql` + `)})`
}

function sumOf(bytes: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(${sql.lit(ROW_BYTES)} + ${bytes}), 0) from ${from})`
}
