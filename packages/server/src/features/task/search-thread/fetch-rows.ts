import { sql } from 'kysely'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { findParts, findSegments } from '../segments/segments.service'
import type { Fetch, Fetched, RowPlace } from './protocol'
import type { Fetcher } from './walk-rows'

/** Read one page of the data that a search index consists of. */
export async function fetchRows(db: Db, datasetId: string, fetch: Fetch): Promise<Fetched[keyof Fetched]> {
  switch (fetch.what) {
    case 'rows': {
      const sizes = await pageBehind(db, datasetId, fetch)
        .select(sql<number>`octet_length(document) + octet_length(derived) + octet_length(metrics)`.as('bytes'))
        .execute()
      if (sizes.length === 0) return []
      // Fewer rows if they are large: the thread requests pages until one is empty.
      const limit = fitting(sizes.map(({ bytes }) => bytes))
      const page = pageBehind(db, datasetId, { ...fetch, limit }).select(['key', 'version', 'document', 'derived'])
      return fetch.metrics ? page.select('metrics').execute() : page.execute()
    }
    case 'vectors':
      return pageBehind(db, datasetId, fetch)
        .select(({ selectFrom, ref }) => [
          'key',
          'version',
          selectFrom('task_vectors')
            .select('value')
            .where('task_vectors.dataset_id', '=', datasetId)
            .where('task_vectors.key', '=', ref('task_records.key'))
            .where('task_vectors.name', '=', fetch.name)
            .as('value'),
        ])
        .execute()
    case 'deletions': {
      const { keys } = await db
        .selectFrom('task_deletions')
        .select(
          (isPostgres(db) ? sql<string>`coalesce(json_agg(key), '[]')::text` : sql<string>`json_group_array(key)`).as(
            'keys',
          ),
        )
        .where('dataset_id', '=', datasetId)
        .where('version', '>', fetch.afterVersion)
        .executeTakeFirstOrThrow()
      // Read after the tombstones, so that it covers all that were deleted before.
      const dataset = await db
        .selectFrom('task_datasets')
        .select('deletions_gone_to')
        .where('id', '=', datasetId)
        .executeTakeFirst()
      // The dataset may be deleted while it is searched; it then has no rows.
      return { keys, goneTo: dataset?.deletions_gone_to ?? 0 }
    }
    case 'segments':
      return findSegments(db, datasetId)
    case 'parts':
      return findParts(db, fetch.ids)
  }
}

/** Reads the rows of a dataset in this thread. */
export function rowsOf(db: Db, datasetId: string): Fetcher {
  return ((asked) => fetchRows(db, datasetId, asked)) as Fetcher
}

/** Records of a dataset in the order of their versions, after a place in it. */
export function pageBehind(
  db: Db,
  datasetId: string,
  { after: { version, key }, limit }: { after: RowPlace; limit: number },
) {
  return db
    .selectFrom('task_records')
    .where('dataset_id', '=', datasetId)
    .where(key === undefined ? sql<boolean>`version > ${version}` : sql<boolean>`(version, key) > (${version}, ${key})`)
    .orderBy('version')
    .orderBy('key')
    .limit(limit)
}
