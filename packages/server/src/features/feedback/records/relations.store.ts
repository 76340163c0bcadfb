import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, ResolutionTable, ResponseTable, SuggestionTable } from '../../../db/tables'
import { type SeenBy, selectSeen } from '../resolutions/seen-resolutions'

/** Rows that belong to records, by the record's `pk`. */
export type ByRecord<Row> = ReadonlyMap<number, Row[]>

/** A condition of a statement as a whole: where it does not hold, nothing is found. */
export type Guard = Expression<SqlBool>
const ALWAYS: Guard = sql<SqlBool>`1 = 1`

export interface StoredVector {
  record_pk: number
  name: string
  value: Uint8Array
  dimensions: number
}

/** Responses of these records, oldest first; of one user, or of all. */
export async function findResponses(
  db: Db,
  pks: readonly number[],
  { userId }: { userId?: string },
  guard = ALWAYS,
): Promise<ByRecord<ResponseTable>> {
  if (pks.length === 0) return new Map()
  const all = db
    .selectFrom('responses')
    .selectAll()
    .where('record_pk', 'in', pks)
    .where(guard)
    .orderBy('inserted_at')
    .orderBy('id')
  return byRecord(await (userId === undefined ? all : all.where('user_id', '=', userId)).execute())
}

/** Suggestions of these records, oldest first. */
export async function findSuggestions(
  db: Db,
  pks: readonly number[],
  guard = ALWAYS,
): Promise<ByRecord<SuggestionTable>> {
  if (pks.length === 0) return new Map()
  const rows = await db
    .selectFrom('suggestions')
    .selectAll()
    .where('record_pk', 'in', pks)
    .where(guard)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
  return byRecord(rows)
}

/** What is decided about these records, as far as it is seen. */
export async function findResolutions(
  db: Db,
  pks: readonly number[],
  seen: SeenBy,
  guard = ALWAYS,
): Promise<ByRecord<ResolutionTable>> {
  return pks.length === 0 ? new Map() : byRecord(await selectSeen(db, pks, seen, guard))
}

/** Vectors of these records, as bytes (`vectorNumbers`): all, or those with these names. */
export async function findVectors(
  db: Db,
  pks: readonly number[],
  names: 'all' | readonly string[],
  guard = ALWAYS,
): Promise<ByRecord<StoredVector>> {
  if (pks.length === 0 || names.length === 0) return new Map()
  const all = db
    .selectFrom('record_vectors')
    .innerJoin('vectors_settings', 'vectors_settings.id', 'record_vectors.vector_id')
    .select(['record_pk', 'name', 'value', 'dimensions'])
    .where('record_pk', 'in', pks)
    .where(guard)
    .orderBy('vectors_settings.inserted_at')
    .orderBy('vectors_settings.id')
  return byRecord(await (names === 'all' ? all : all.where('name', 'in', names)).execute())
}

/** These records, each with how many submitted responses it has. */
export function findWithSubmitted(db: Db, pks: readonly number[], guard = ALWAYS) {
  return db
    .selectFrom('records')
    .selectAll('records')
    .select((eb) =>
      eb
        .selectFrom('responses')
        .select((own) => own.fn.countAll<number>().as('count'))
        .whereRef('responses.record_pk', '=', 'records.pk')
        .where('responses.status', '=', 'submitted')
        .as('submitted'),
    )
    .where('records.pk', 'in', pks)
    .where(guard)
    .execute()
}

/** Which of these records have at least this many submitted responses. */
export async function findCompleted(db: Db, pks: readonly number[], minSubmitted: number): Promise<Set<number>> {
  if (pks.length === 0) return new Set()
  const rows = await db
    .selectFrom('responses')
    .select('record_pk')
    .where('record_pk', 'in', pks)
    .where('status', '=', 'submitted')
    .groupBy('record_pk')
    .having((eb) => eb.fn.countAll(), '>=', minSubmitted)
    .execute()
  return new Set(rows.map(({ record_pk }) => Number(record_pk)))
}

function byRecord<Row extends { record_pk: number }>(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(Number(row.record_pk))
    if (group) group.push(row)
    else groups.set(Number(row.record_pk), [row])
  }
  return groups
}
