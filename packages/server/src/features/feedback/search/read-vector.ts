import type { VectorQuery } from '@postil/contract/feedback/record-search'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { findsAny } from '../../../db/finds-any'
import type { DatasetTable, Db } from '../../../db/tables'
import { vectorNumbers } from '../../../db/vector-bytes'
import { ForbiddenError, InvalidError } from '../../../errors'
import { isReachable } from '../../../search/assigned'
import type { SimilarityQuery } from '../../../search/vectors/find-nearest'
import { ASSIGNED_TO_OTHERS } from '../../../wire/resource-errors'
import { listVectorsSettings } from '../vectors-settings/vectors-settings.service'

/**
 * Resolve a vector query and look up its vector. Throws `InvalidError` for unknown names, a record without the vector, and a wrong length,
 * and `ForbiddenError` for a record that is assigned to others.
 */
export async function readVector(
  db: Db,
  user: SessionUser,
  { id: datasetId, has_assignments }: DatasetTable,
  { name, record_id, value, order, max_results }: VectorQuery,
  { offset, limit }: Pick<RecordListQuery, 'offset' | 'limit'>,
): Promise<SimilarityQuery> {
  const settings = (await listVectorsSettings(db, datasetId)).find((one) => one.name === name)
  if (!settings) throw new InvalidError(`Vector \`${name}\` not found in dataset \`${datasetId}\`.`)
  const page = { offset, limit, maxResults: max_results ?? undefined }
  if (!record_id) {
    const target = Float64Array.from(value ?? [])
    if (target.length !== settings.dimensions)
      throw new InvalidError(
        `Vector \`${name}\` has ${settings.dimensions} dimensions, but ${target.length} were given.`,
      )
    return { settings, target, order, exceptPk: undefined, ...page }
  }
  const record = await db
    .selectFrom('records')
    .select('pk')
    .where('id', '=', record_id)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  if (!record) throw new InvalidError(`Record with id \`${record_id}\` not found in dataset \`${datasetId}\`.`)
  const { pk } = record
  const isLead = can(user, 'records.assign', { isMember: true })
  if (has_assignments === 1 && !isLead && !(await isReachedBy(db, pk, user.id)))
    throw new ForbiddenError(ASSIGNED_TO_OTHERS)
  const vector = await db
    .selectFrom('record_vectors')
    .select('value')
    .where('vector_id', '=', settings.id)
    .where('record_pk', '=', pk)
    .executeTakeFirst()
  if (!vector) throw new InvalidError(`Record \`${record_id}\` does not have a vector for vector settings \`${name}\``)
  const target = Float64Array.from(vectorNumbers(vector.value, settings.dimensions))
  return { settings, target, order, exceptPk: pk, ...page }
}

async function isReachedBy(db: Db, pk: number, userId: string): Promise<boolean> {
  const record = db.selectFrom('records as r').select('r.pk').where('r.pk', '=', pk)
  return findsAny(record.where(({ ref }) => isReachable({ pk: ref('r.pk'), datasetId: ref('r.dataset_id') }, userId)))
}
