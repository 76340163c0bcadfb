import type { VectorQuery } from '@postil/contract/feedback/record-search'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import type { SimilarityQuery } from '../../../search/vectors/find-nearest'
import { vectorNumbers } from '../records/save-vectors'
import { listVectorsSettings } from '../vectors-settings/vectors-settings.service'

/**
 * Resolve a vector query and look up its vector. Throws `InvalidError` for unknown names, a record without the vector, and a wrong length.
 */
export async function readVector(
  db: Db,
  datasetId: string,
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
  const pk = Number(record.pk)
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
