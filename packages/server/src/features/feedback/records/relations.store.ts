import { prepared } from '../../../db/prepared'
import type { Db, DoubtTable, ResolutionTable, ResponseTable, SuggestionTable } from '../../../db/tables'
import { knownCount } from '../../../search/known-count'
import type { Completion } from '../../../search/record-query'
import { selectDoubts } from '../doubts/seen-doubts'
import { type SeenBy, selectSeen } from '../resolutions/seen-resolutions'
import { ifOnePage, type MeasuredParts } from './record-sizes'

/** Rows that belong to records, by the record's `pk`. */
export type ByRecord<Row> = ReadonlyMap<number, Row[]>

/** The records whose rows are read. With `parts`, nothing is read if the records exceed the size of a page together with these parts. */
interface OfRecords {
  pks: readonly number[]
  parts?: MeasuredParts | undefined
}

export interface StoredVector {
  record_pk: number
  name: string
  value: Uint8Array
  dimensions: number
}

const responsesTo = prepared((db: Db, { pks, parts, userId }: OfRecords & { userId?: string | undefined }) => {
  const all = db
    .selectFrom('responses')
    .selectAll()
    .where('record_pk', 'in', pks)
    .where(ifOnePage(pks, parts))
    .orderBy('inserted_at')
    .orderBy('id')
  return userId === undefined ? all : all.where('user_id', '=', userId)
})

/** Responses of these records, oldest first; of one user, or of all. */
export async function findResponses(
  db: Db,
  pks: readonly number[],
  { userId }: { userId?: string },
  parts?: MeasuredParts,
): Promise<ByRecord<ResponseTable>> {
  if (pks.length === 0) return new Map()
  return byRecord((await responsesTo(db, { pks, parts, userId })).rows)
}

const suggestionsFor = prepared((db: Db, { pks, parts }: OfRecords) =>
  db
    .selectFrom('suggestions')
    .selectAll()
    .where('record_pk', 'in', pks)
    .where(ifOnePage(pks, parts))
    .orderBy('inserted_at')
    .orderBy('id'),
)

/** Suggestions of these records, oldest first. */
export async function findSuggestions(
  db: Db,
  pks: readonly number[],
  parts?: MeasuredParts,
): Promise<ByRecord<SuggestionTable>> {
  if (pks.length === 0) return new Map()
  return byRecord((await suggestionsFor(db, { pks, parts })).rows)
}

/** The decisions about these records that are visible to this user. */
export async function findResolutions(
  db: Db,
  pks: readonly number[],
  seen: SeenBy,
  parts?: MeasuredParts,
): Promise<ByRecord<ResolutionTable>> {
  return pks.length === 0 ? new Map() : byRecord(await selectSeen(db, pks, seen, ifOnePage(pks, parts)))
}

/** The doubts about these records, as far as they are seen. */
export async function findDoubts(
  db: Db,
  pks: readonly number[],
  seen: SeenBy,
  parts?: MeasuredParts,
): Promise<ByRecord<DoubtTable>> {
  return pks.length === 0 ? new Map() : byRecord(await selectDoubts(db, pks, seen, ifOnePage(pks, parts)))
}

/** Vectors of these records, as bytes (see `vectorNumbers`): all, or those with these names. */
export async function findVectors(
  db: Db,
  pks: readonly number[],
  names: 'all' | readonly string[],
  parts?: MeasuredParts,
): Promise<ByRecord<StoredVector>> {
  if (pks.length === 0 || names.length === 0) return new Map()
  const all = db
    .selectFrom('record_vectors')
    .innerJoin('vectors_settings', 'vectors_settings.id', 'record_vectors.vector_id')
    .select(['record_pk', 'name', 'value', 'dimensions'])
    .where('record_pk', 'in', pks)
    .where(ifOnePage(pks, parts))
    .orderBy('vectors_settings.inserted_at')
    .orderBy('vectors_settings.id')
  return byRecord(await (names === 'all' ? all : all.where('name', 'in', names)).execute())
}

const withSubmitted = prepared((db: Db, { pks, parts, completion }: OfRecords & { completion: Completion }) =>
  db
    .selectFrom('records')
    .leftJoin('response_counts', 'response_counts.record_pk', 'records.pk')
    .selectAll('records')
    .select(knownCount('response_counts', completion).as('submitted'))
    .where('records.pk', 'in', pks)
    .where(ifOnePage(pks, parts)),
)

/** These records, each with its number of submitted responses, as far as the user may know it. */
export async function findWithSubmitted(db: Db, pks: readonly number[], completion: Completion, parts?: MeasuredParts) {
  return (await withSubmitted(db, { pks, parts, completion })).rows
}

/** The number of submitted responses of these records, if they ever had one, and as far as the user may know it. */
export async function findSubmitted(
  db: Db,
  pks: readonly number[],
  completion: Completion,
): Promise<{ pk: number; submitted: number }[]> {
  if (pks.length === 0) return []
  return db
    .selectFrom('response_counts')
    .select(['record_pk as pk', knownCount('response_counts', completion).as('submitted')])
    .where('record_pk', 'in', pks)
    .execute()
}

function byRecord<Row extends { record_pk: number }>(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.record_pk)
    if (group) group.push(row)
    else groups.set(row.record_pk, [row])
  }
  return groups
}
