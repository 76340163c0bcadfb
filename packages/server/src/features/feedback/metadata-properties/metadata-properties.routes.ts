import { type MetadataMetrics, metadataPropertyRoutes } from '@postil/contract/feedback/settings/metadata-properties'
import { parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import type { Json } from '@postil/contract/shapes'
import { can } from '@postil/domain/permissions'
import type { Db, MetadataPropertyTable } from '../../../db/tables'
import { ForbiddenError } from '../../../errors'
import { rawJson } from '../../../http/bodies/raw-json'
import { handle } from '../../../http/calls/handle'
import { floatToWire } from '../../../wire/python-client'
import {
  createMetadataProperty,
  deleteMetadataProperty,
  findBounds,
  listMetadataProperties,
  maySeeProperty,
  updateMetadataProperty,
} from './metadata-properties.service'
import { propertyToWire } from './metadata-properties.wire'

export const metadataPropertyHandlers = handle(metadataPropertyRoutes, {
  listMyMetadataProperties: async ({ db, user, params }) => {
    const rows = await listMetadataProperties(db, params.dataset_id, {
      visibleOnly: !can(user, 'metadata.readHidden', { isMember: true }),
    })
    return { items: rows.map(propertyToWire) }
  },
  createMetadataProperty: async ({ tx, user, params, body }) =>
    propertyToWire(await createMetadataProperty(tx, user, params.dataset_id, body)),
  updateMetadataProperty: async ({ tx, user, found, body }) =>
    propertyToWire(await updateMetadataProperty(tx, user, found('metadata_property'), body)),
  deleteMetadataProperty: async ({ tx, user, found }) =>
    propertyToWire(await deleteMetadataProperty(tx, user, found('metadata_property'))),
  getMetadataPropertyMetrics: async ({ db, user, found }) => {
    const property = found('metadata_property')
    if (!maySeeProperty(user, property)) throw new ForbiddenError()
    return measureProperty(db, property)
  },
})

const FLOAT_DECIMALS = 5

/** Metrics of a property's values over all records (feedback-api §7). */
async function measureProperty(db: Db, property: MetadataPropertyTable): Promise<MetadataMetrics> {
  const { type } = parseMetadataSettings(property.settings)
  if (type === 'terms') return countTerms(db, property)
  const [min, max] = await findBounds(db, property.dataset_id, property.name)
  if (type === 'integer') {
    const [least, greatest] = await Promise.all([
      withAllDigits(db, property, min, (one, other) => one < other),
      withAllDigits(db, property, max, (one, other) => one > other),
    ])
    return { type, min: least, max: greatest }
  }
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

/**
 * A bound of integers as JSON. Beyond 2^53 several integers are the same number, so the one that comes first is found among the terms,
 * which have all digits (feedback-api §10.5).
 */
async function withAllDigits(
  db: Db,
  { dataset_id, name }: MetadataPropertyTable,
  bound: number | null,
  isBefore: (one: bigint, other: bigint) => boolean,
): Promise<Json> {
  if (bound === null || Number.isSafeInteger(bound)) return bound
  const rows = await db
    .selectFrom('record_terms')
    .select('term')
    .distinct()
    .where('dataset_id', '=', dataset_id)
    .where('property', '=', name)
    .where('num', '=', bound)
    .execute()
  const integers = rows.flatMap(({ term }) => (term !== null && /^-?\d+$/.test(term) ? [BigInt(term)] : []))
  if (integers.length === 0) return bound
  return rawJson(String(integers.reduce((one, other) => (isBefore(other, one) ? other : one))))
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(FLOAT_DECIMALS))
}
