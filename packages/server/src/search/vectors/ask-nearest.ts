import { sql } from 'kysely'
import type { Db } from '../../db/tables'
import { InvalidError } from '../../errors'
import { IndexThread } from '../../workers/index-thread'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'

const thread = new IndexThread<NearestAsk, Nearest, VectorFetch, VectorPage>({
  file: 'vector-index',
  title: 'The vector index',
  read: fetchVectors,
  handsOver: (page) => [page.bytes.buffer],
  refusal: (message) => new InvalidError(message),
})

/** Search in the thread that has the vectors in memory. It first reads new vectors up to the requested version, through `db`. */
export function askNearest(db: Db, ask: NearestAsk): Promise<Nearest> {
  return thread.ask(ask, db)
}

/** Number of vectors per page: so few that passing them on does not block the HTTP thread for long. */
const PAGE = 200

/** Read one page of vectors, in the order of their versions. */
async function fetchVectors(db: Db, fetch: VectorFetch): Promise<VectorPage> {
  const rows = await selectVectors(db, fetch).execute()
  // All vectors of a page must have the same length, so the page ends before the first one that differs.
  const width = rows[0]?.value.byteLength ?? 0
  const others = rows.findIndex(({ value }) => value.byteLength !== width)
  const page = others === -1 ? rows : rows.slice(0, others)
  const bytes = new Uint8Array(page.length * width)
  for (const [index, { value }] of page.entries()) bytes.set(value, index * width)
  return {
    pks: page.map(({ record_pk }) => Number(record_pk)),
    versions: page.map(({ version }) => Number(version)),
    bytes,
  }
}

/** Select one page of vectors. Separate, so that a test can examine its query plan. */
export function selectVectors(db: Db, { vectorId, afterVersion, afterPk }: VectorFetch) {
  return db
    .selectFrom('record_vectors')
    .select(['record_pk', 'version', 'value'])
    .where('vector_id', '=', vectorId)
    .where(sql<boolean>`(version, record_pk) > (${afterVersion}, ${afterPk})`)
    .orderBy('version')
    .orderBy('record_pk')
    .limit(PAGE)
}
