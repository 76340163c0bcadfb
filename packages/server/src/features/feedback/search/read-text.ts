import type { TextQuery } from '@postil/contract/feedback/record-search'
import { MAX_SIMPLE_WORDS, makeSchema, parseSimple, resolveQuery } from '@postil/domain/search/index'
import { textStoreOf } from '../../../db/engines/text-store-of'
import type { DatasetTable, Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import type { RecordFilter } from '../../../search/record-query'
import { findSettledNumbers } from '../../../search/text/field-numbers'

/** Far more than the words that count can take (`MAX_SIMPLE_WORDS`); what follows is not even looked at. */
const MAX_UNITS = 20_000
/** Most lookups of a word in a field: PostgreSQL takes 65,535 values in one statement, and a phrase is two or three. */
const MAX_LOOKUPS = 8192

/** A text query as a filter: on one field, or on all of them together. Throws `InvalidError` for a field that the dataset has not. */
export async function readText(
  db: Db,
  dataset: Pick<DatasetTable, 'id' | 'status'>,
  { q, field }: TextQuery,
): Promise<RecordFilter> {
  const numbers = await findSettledNumbers(db, dataset)
  const names = [...numbers.keys()]
  if (typeof field === 'string' && !names.includes(field))
    throw new InvalidError(`Field \`${field}\` not found in dataset \`${dataset.id}\`.`)
  const asked = typeof field === 'string' ? [field] : names
  const schema = makeSchema(
    names.map((name) => ({ name, kind: 'std', plain: true })),
    asked,
  )
  const most = Math.min(MAX_SIMPLE_WORDS, Math.ceil(MAX_LOOKUPS / Math.max(1, asked.length)))
  const query = resolveQuery(parseSimple(q.slice(0, MAX_UNITS), most), schema, { query: q, nowMs: 0 })
  return { on: 'text', match: textStoreOf(db).match(query, (name) => numbers.get(name)) }
}
