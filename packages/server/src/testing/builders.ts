import type { Client } from './client'

type Json = Record<string, unknown>

export interface Builders {
  /** A workspace, made by the owner. */
  workspace(name?: string): Promise<{ id: string; name: string }>
  /** A user with an API key; `as(username)` speaks for them. `workspaces` are ids. */
  user(
    role: 'owner' | 'admin' | 'annotator',
    options?: { username?: string; workspaces?: string[] },
  ): Promise<{ id: string; username: string }>
  /** A feedback dataset in a workspace (made when absent), published unless `publish: false`. Unset parts get one text field and one label question. */
  dataset(options?: DatasetOptions): Promise<BuiltDataset>
  /** One record through the bulk route; default fields `{text: 'Hello'}`. */
  record(datasetId: string, record?: Json): Promise<{ id: string } & Json>
}

interface DatasetOptions {
  workspaceId?: string
  name?: string
  fields?: Json[]
  questions?: Json[]
  metadata?: Json[]
  vectors?: Json[]
  publish?: boolean
  extra?: Json
}

export interface BuiltDataset {
  id: string
  workspaceId: string
  name: string
  fields: Record<string, string>
  questions: Record<string, string>
  metadata: Record<string, string>
  vectors: Record<string, string>
}

const TEXT_FIELD = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
const LABEL_QUESTION = {
  name: 'label',
  title: 'Label',
  required: true,
  settings: {
    type: 'label_selection',
    options: ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() })),
  },
}

/** Make the world of a test through the API itself. */
export function builders(server: () => { as(username: string): Client }, keys: Map<string, string>): Builders {
  let counter = 0
  const owner = () => server().as('owner')
  const made = async (path: string, body: unknown, method: 'post' | 'put' = 'post') => {
    const reply = await owner()[method](path, body)
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const build: Builders = {
    workspace: (name = `ws-${++counter}`) => made('/api/v1/workspaces', { name }),
    user: async (role, { username = `${role}-${++counter}`, workspaces = [] } = {}) => {
      const user = await made('/api/v1/users', { first_name: username, username, password: 'a-long-password', role })
      for (const id of workspaces) await made(`/api/v1/workspaces/${id}/users`, { user_id: user.id })
      keys.set(username, user.api_key)
      return { id: user.id, username }
    },
    dataset: async (options = {}) => {
      const workspaceId = options.workspaceId ?? (await build.workspace()).id
      const name = options.name ?? `dataset-${++counter}`
      const { id } = await made('/api/v1/datasets', { name, workspace_id: workspaceId, ...options.extra })
      const parts = async (path: string, items: Json[]) => {
        const ids: Record<string, string> = {}
        for (const item of items) ids[String(item.name)] = (await made(`/api/v1/datasets/${id}/${path}`, item)).id
        return ids
      }
      const fields = await parts('fields', options.fields ?? [TEXT_FIELD])
      const questions = await parts('questions', options.questions ?? [LABEL_QUESTION])
      const metadata = await parts('metadata-properties', options.metadata ?? [])
      const vectors = await parts('vectors-settings', options.vectors ?? [])
      if (options.publish !== false) await made(`/api/v1/datasets/${id}/publish`, undefined, 'put')
      return { id, workspaceId, name, fields, questions, metadata, vectors }
    },
    record: async (datasetId, record = {}) => {
      const reply = await made(`/api/v1/datasets/${datasetId}/records/bulk`, {
        items: [{ fields: { text: 'Hello' }, ...record }],
      })
      return reply.items[0]
    },
  }
  return build
}
