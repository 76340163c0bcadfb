import type { Task } from '@postil/contract/task/constants'
import type { Product } from '../product'

/** A classic dataset on the server, and functions that query its state. */
export interface ClassicWorld<Stored = ClassicRecord> {
  name: string
  path: string
  labels: readonly string[]
  /** Fetch a record from the API. */
  record: (id: string | number) => Promise<Stored>
  /** Count the records with a status. */
  count: (status: string) => Promise<number>
  /** Log records, as another user would. */
  log: (records: readonly object[]) => Promise<void>
}

export interface ClassicRecord {
  id: string | number
  status: string
  annotation?: { agent: string; labels: { class: string; score: number }[] } | null
}

const headers = { 'x-argilla-workspace': 'default' }

/** Seed a classic dataset with records and, if there are any labels, its label schema. */
export async function seedWorld<Stored>(
  { owner }: Product,
  task: Task,
  name: string,
  records: readonly object[],
  labels: readonly string[] = [],
): Promise<ClassicWorld<Stored>> {
  const params = Object({ name })
  await owner('POST /api/datasets', { headers, body: { name, workspace: 'default', task } })
  if (task !== 'Text2Text' && labels.length > 0)
    await owner(`PATCH /api/datasets/{name}/${task}/settings`, {
      params,
      headers,
      body: { label_schema: { labels: [...labels] } },
    })
  const log = async (logged: readonly object[]) => {
    await owner(`POST /api/datasets/{name}/${task}:bulk`, { params, headers, body: Object({ records: logged }) })
  }
  await log(records)
  const search = async (query: object): Promise<{ records: Stored[]; total: number }> =>
    Object(await owner(`POST /api/datasets/{name}/${task}:search`, { params, headers, body: Object({ query }) }))
  return {
    name,
    path: `/datasets/default/${name}`,
    labels,
    record: async (id) => {
      const [record] = (await search({ ids: [id] })).records
      if (record === undefined) throw new Error(`No record ${id}`)
      return record
    },
    count: async (status) => (await search({ status: [status] })).total,
    log,
  }
}
