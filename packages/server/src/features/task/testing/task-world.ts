import type { Task } from '@postil/contract/task/constants'
import type { Client, Reply } from '../../../testing/client'
import type { EngineName, TestServer } from '../../../testing/test-server'
import { testServer } from '../../../testing/test-server'

export type Json = Record<string, unknown>

/** A classic dataset, and the calls that tests make about it. Every call names the workspace in the header. */
export interface TaskDataset {
  name: string
  task: Task
  /** The path of the dataset, followed by `rest`. */
  path(rest: string): string
  log(records: Json[], more?: Json): Promise<Reply>
  search(body?: Json, query?: string): Promise<Reply>
  ids(query: Json, query2?: string): Promise<unknown[]>
  scan(body?: Json, query?: string): Promise<Reply>
  metric(id: string, query?: string, body?: Json): Promise<Reply>
}

export interface TaskWorld {
  server: TestServer
  workspace: { id: string; name: string }
  owner: Client
  /** A client of this user that names the workspace in the header. */
  as(username: string): Client
  dataset(task: Task, name?: string): Promise<TaskDataset>
}

/** A server with one workspace, for the tests of the classic tasks. */
export async function taskWorld(engine: EngineName, settings?: Record<string, string>): Promise<TaskWorld> {
  const server = await testServer(engine, settings)
  const workspace = await server.build.workspace('ws')
  const header = { 'x-argilla-workspace': workspace.name }
  const as = (username: string) => withHeader(server.as(username), header)
  const owner = as('owner')
  let count = 0
  return {
    server,
    workspace,
    owner,
    as,
    dataset: async (task, name = `ds-${++count}`) => {
      const made = await owner.post('/api/datasets', { name, task })
      if (made.status !== 200) throw new Error(JSON.stringify(made.body))
      return datasetOf(owner, task, name)
    },
  }
}

function datasetOf(client: Client, task: Task, name: string): TaskDataset {
  const base = `/api/datasets/${name}`
  const search = (body: Json = {}, query = '') => client.post(`${base}/${task}:search${query}`, body)
  return {
    name,
    task,
    path: (rest) => `${base}${rest}`,
    log: (records, more = {}) => client.post(`${base}/${task}:bulk`, { records, ...more }),
    search,
    ids: async (query, query2) => {
      const reply = await search({ query }, query2)
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
      return reply.body.records.map((record: { id: unknown }) => record.id)
    },
    scan: (body = {}, query = '') => client.post(`${base}/records/:search${query}`, body),
    metric: (id, query = '', body = {}) => client.post(`${base}/${task}/metrics/${id}:summary${query}`, body),
  }
}

function withHeader(client: Client, header: Record<string, string>): Client {
  return {
    get: (path, more) => client.get(path, { ...header, ...more }),
    post: (path, body, more) => client.post(path, body, { ...header, ...more }),
    put: (path, body, more) => client.put(path, body, { ...header, ...more }),
    patch: (path, body, more) => client.patch(path, body, { ...header, ...more }),
    delete: (path, body, more) => client.delete(path, body, { ...header, ...more }),
    form: (path, fields, more) => client.form(path, fields, { ...header, ...more }),
  }
}

/** The code of an error reply, without its prefix. */
export function errorName(reply: Reply): string {
  return String(reply.body?.detail?.code ?? '').replace('argilla.api.errors::', '')
}
