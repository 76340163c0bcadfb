import { sql } from 'kysely'
import type { Db } from '../../db/tables'
import { IndexThread } from '../../workers/index-thread'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'

const thread = new IndexThread<NearestAsk, Nearest, VectorFetch, VectorPage>({
  file: 'vector-index',
  title: 'The vector index',
  read: fetchVectors,
  handsOver: (page) => [page.bytes.buffer],
})

/** Ask the thread that holds vectors; it first reads what was committed up to the version asked for, through `db`. */
export function askNearest(db: Db, ask: NearestAsk): Promise<Nearest> {
  return thread.ask(ask, db)
}

/** Few enough that passing them on never holds the HTTP thread for long. */
const PAGE = 200

/** Read one page of vectors, in the order of their versions. */
async function fetchVectors(db: Db, fetch: VectorFetch): Promise<VectorPage> {
  const rows = await selectVectors(db, fetch).execute()
  // All of one page have the same length; one that differs ends it.
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

/** One page of vectors; apart so that its plan can be looked at. */
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
