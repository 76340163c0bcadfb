import type { Client } from '@postil/sdk/client'
import type { ClassicPlan } from './plan'

/** Identifies a classic dataset. */
export interface ClassicPlace {
  name: string
  /** Name of the workspace. */
  workspace: string
}

/**
 * Create a classic dataset with its label schema and rules, ready for records. If a step fails, the dataset is deleted again.
 *
 * @param onCreated - called as soon as there is something to delete on failure
 */
export async function createClassic(
  client: Client,
  { name, workspace }: ClassicPlace,
  { task, labels, rules }: Pick<ClassicPlan, 'task' | 'labels' | 'rules'>,
  onCreated: () => void = () => undefined,
): Promise<void> {
  await client('POST /api/datasets', { query: { workspace }, body: { name, task, workspace } })
  onCreated()
  try {
    const call = { params: { name }, query: { workspace } }
    const body = { label_schema: { labels: [...(labels ?? [])] } }
    if (labels && task === 'TextClassification') {
      await client('PUT /api/datasets/{name}/TextClassification/settings', { ...call, body })
    }
    if (labels && task === 'TokenClassification') {
      await client('PUT /api/datasets/{name}/TokenClassification/settings', { ...call, body })
    }
    for (const rule of task === 'TextClassification' ? rules : []) {
      await client('POST /api/datasets/{name}/TextClassification/labeling/rules', { ...call, body: { ...rule } })
    }
  } catch (error) {
    await deleteClassic(client, { name, workspace }).catch(() => undefined)
    throw error
  }
}

/** Delete a classic dataset with its records; a missing one is not an error. */
export async function deleteClassic(client: Client, { name, workspace }: ClassicPlace): Promise<void> {
  await client('DELETE /api/datasets/{name}', { params: { name }, query: { workspace } })
}
