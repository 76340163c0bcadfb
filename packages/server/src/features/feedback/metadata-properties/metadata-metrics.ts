import type { MetadataMetrics } from '@postil/contract/feedback/settings/metadata-properties'
import { parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import type { Db, MetadataPropertyTable } from '../../../db/tables'
import { floatToWire } from '../../../wire/python-client'

const FLOAT_DECIMALS = 5

/** Metrics of a property's values over all records (feedback-api §7). */
export async function measureProperty(db: Db, property: MetadataPropertyTable): Promise<MetadataMetrics> {
  const { type } = parseMetadataSettings(property.settings)
  if (type === 'terms') return countTerms(db, property)
  const [min, max] = await Promise.all([findBound(db, property, 'asc'), findBound(db, property, 'desc')])
  if (type === 'integer') return { type, min, max }
  return { type, min: floatToWire(rounded(min)), max: floatToWire(rounded(max)) }
}

async function countTerms(db: Db, { dataset_id, name }: MetadataPropertyTable): Promise<MetadataMetrics> {
  const rows = await db
    .selectFrom('record_terms')
    .select((eb) => ['term', eb.fn.countAll<number>().as('count')])
    .where('dataset_id', '=', dataset_id)
    .where('property', '=', name)
    .where('term', 'is not', null)
    .groupBy('term')
    .execute()
  const values = rows.map(({ term, count }) => ({ term: term ?? '', count }))
  // Sorted here, since each engine sorts text by its own locale.
  values.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
  return { type: 'terms', total: values.reduce((sum, { count }) => sum + count, 0), values }
}

/** The smallest or the largest number, from one end of the index. */
async function findBound(
  db: Db,
  { dataset_id, name }: MetadataPropertyTable,
  direction: 'asc' | 'desc',
): Promise<number | null> {
  const row = await db
    .selectFrom('record_terms')
    .select('num')
    .where('dataset_id', '=', dataset_id)
    .where('property', '=', name)
    .where('num', 'is not', null)
    .orderBy('num', direction)
    .limit(1)
    .executeTakeFirst()
  return row?.num ?? null
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(FLOAT_DECIMALS))
}
