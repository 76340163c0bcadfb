import type { Db, VectorsSettingsTable } from '../../../db/tables'

/** How many records a dataset has, and how many of them a vector of these settings. */
export async function countVectors(
  db: Db,
  { id, dataset_id }: VectorsSettingsTable,
): Promise<{ total: number; done: number }> {
  const [stats, vectors] = await Promise.all([
    db.selectFrom('dataset_stats').select('records').where('dataset_id', '=', dataset_id).executeTakeFirst(),
    db
      .selectFrom('record_vectors')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('vector_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { total: stats?.records ?? 0, done: vectors.count }
}

/** Lexical vectors settings: of one dataset, or all there are. */
export function listLexicalSettings(db: Db, datasetId?: string): Promise<VectorsSettingsTable[]> {
  const all = db.selectFrom('vectors_settings').selectAll().where('source', '=', 'lexical').orderBy('inserted_at')
  return (datasetId === undefined ? all : all.where('dataset_id', '=', datasetId)).execute()
}

/** Records without a vector of these settings, in the order of insertion, behind a given one. */
export async function findWithoutVector(
  db: Db,
  { id, dataset_id }: VectorsSettingsTable,
  afterPk: number,
  limit: number,
): Promise<{ pk: number; fields: string }[]> {
  const rows = await db
    .selectFrom('records as r')
    .select(['r.pk', 'r.fields'])
    .where('r.dataset_id', '=', dataset_id)
    .where('r.pk', '>', afterPk)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('record_vectors as v')
            .select('v.version')
            .where('v.vector_id', '=', id)
            .whereRef('v.record_pk', '=', 'r.pk'),
        ),
      ),
    )
    .orderBy('r.pk')
    .limit(limit)
    .execute()
  return rows.map(({ pk, fields }) => ({ pk: Number(pk), fields }))
}
