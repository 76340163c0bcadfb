import type { RecordCreate } from '@postil/contract/feedback/records'
import type { MetadataPropertyCreate } from '@postil/contract/feedback/settings/metadata-properties'
import type { QuestionSettingsCreate } from '@postil/contract/feedback/settings/question-settings'
import type { Client } from '@postil/sdk'
import type { Person, Product } from '../product'

type Settings = Extract<QuestionSettingsCreate, { type: string }>

/** A question of a plan; required unless it says otherwise. */
interface QuestionPlan {
  name: string
  title?: string
  description?: string
  required?: boolean
  settings: Partial<Settings> & Pick<Settings, 'type'>
}

/** The plan of a feedback dataset. */
export interface DatasetPlan {
  name: string
  guidelines?: string
  /** Fields by name; true for those with Markdown. */
  fields: Record<string, boolean>
  questions: readonly QuestionPlan[]
  /** Settings of metadata properties, by name. */
  properties?: Record<string, MetadataPropertyCreate['settings']>
  /** Dimensions of vectors, by name. */
  vectors?: Record<string, number>
  /** The order of everybody's queue; each user's own if it is left out. */
  order?: 'file'
  /** The records; their suggestions are keyed by question name. */
  records: readonly PlannedRecord[]
}

export interface PlannedRecord
  extends Partial<Pick<RecordCreate, 'responses' | 'vectors'>>,
    Pick<RecordCreate, 'fields' | 'metadata' | 'external_id'> {
  suggestions?: Record<string, { value: unknown; agent?: string; score?: number | number[] } | undefined>
}

/** A created dataset, with the ids that requests need. */
export interface Seeded {
  id: string
  /** Ids of the questions by name. */
  questionIds: ReadonlyMap<string, string>
  /** Ids of the records, in the order of the plan. */
  recordIds: readonly string[]
  /** Path of its annotation page. */
  path: string
}

const PER_CALL = 500

/** Create and publish a dataset in the owner's first workspace. */
export async function seedDataset(product: Product, plan: DatasetPlan): Promise<Seeded> {
  const draft = await seedDraft(product, plan)
  const { owner } = product
  const params = { dataset_id: draft.id }
  await owner('PUT /api/v1/datasets/{dataset_id}/publish', { params })
  if (plan.order) await owner('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: { order: plan.order } })
  return { ...draft, recordIds: await addRecords(owner, draft.id, draft.questionIds, plan.records) }
}

/** Create the dataset of a plan without publishing it, and therefore without records. */
export async function seedDraft({ owner }: Product, plan: DatasetPlan): Promise<Seeded> {
  const workspace_id = await defaultWorkspace(owner)
  const { name, guidelines } = plan
  const { id } = await owner('POST /api/v1/datasets', { body: { name, guidelines, workspace_id } })
  const params = { dataset_id: id }
  for (const [field, use_markdown] of Object.entries(plan.fields)) {
    const settings = { type: 'text' as const, use_markdown }
    await owner('POST /api/v1/datasets/{dataset_id}/fields', {
      params,
      body: { name: field, title: titled(field), required: true, settings },
    })
  }
  const questionIds = new Map<string, string>()
  for (const { title, required = true, ...question } of plan.questions) {
    const body = { ...question, title: title ?? titled(question.name), required }
    // The plan omits values that the server fills in.
    const made = await owner('POST /api/v1/datasets/{dataset_id}/questions', { params, body: Object(body) })
    questionIds.set(question.name, made.id)
  }
  for (const [property, settings] of Object.entries(plan.properties ?? {}))
    await owner('POST /api/v1/datasets/{dataset_id}/metadata-properties', {
      params,
      body: { name: property, title: titled(property), settings, visible_for_annotators: true },
    })
  for (const [vector, dimensions] of Object.entries(plan.vectors ?? {}))
    await owner('POST /api/v1/datasets/{dataset_id}/vectors-settings', {
      params,
      body: { name: vector, title: titled(vector), dimensions },
    })
  return { id, questionIds, recordIds: [], path: `/dataset/${id}/annotation-mode` }
}

async function addRecords(
  owner: Client,
  dataset_id: string,
  questionIds: ReadonlyMap<string, string>,
  records: readonly PlannedRecord[],
): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < records.length; at += PER_CALL) {
    const items = records.slice(at, at + PER_CALL).map(({ suggestions = {}, ...record }) => ({
      ...record,
      suggestions: Object.entries(suggestions).map(([name, one]) => ({ question_id: questionIds.get(name), ...one })),
    }))
    const reply = await owner('POST /api/v1/datasets/{dataset_id}/records/bulk', {
      params: { dataset_id },
      body: Object({ items }),
    })
    ids.push(...reply.items.map(({ id }) => id))
  }
  return ids
}

/** Add an annotator to the owner's first workspace. */
export async function addAnnotator(product: Product, username: string): Promise<Person> {
  return addPerson(product, username, 'annotator')
}

/** Add a user to the owner's first workspace. */
export async function addPerson(
  { owner }: Product,
  username: string,
  role: 'annotator' | 'admin',
): Promise<Person & { id: string }> {
  const password = `${username} reads a lot`
  const { id } = await owner('POST /api/v1/users', { body: { username, password, first_name: username, role } })
  const workspace_id = await defaultWorkspace(owner)
  await owner('POST /api/v1/workspaces/{workspace_id}/users', { params: { workspace_id }, body: { user_id: id } })
  return { id, username, password }
}

/** The id of the owner's first workspace. */
export async function defaultWorkspace(owner: Client): Promise<string> {
  const { items } = await owner('GET /api/v1/me/workspaces')
  const [workspace] = items
  if (!workspace) throw new Error('The owner has no workspace.')
  return workspace.id
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}
