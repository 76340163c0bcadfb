import type { Dataset } from '@postil/contract/feedback/datasets'
import type { Json } from '@postil/contract/shapes'
import type { Db } from '../../../db/tables'
import { workspaceWire } from '../../account/workspaces/workspaces.wire'
import { findBinned } from '../../bin/bin.service'
import { fieldToWire } from '../fields/fields.wire'
import { propertyToWire } from '../metadata-properties/metadata-properties.wire'
import { questionToWire } from '../questions/questions.wire'
import { vectorsSettingsToWire } from '../vectors-settings/vectors-settings.wire'
import { findDataset } from './datasets.store'
import { datasetToWire } from './datasets.wire'

/** A dataset as webhooks send it, and how many answers complete its records. */
export interface DescribedDataset {
  data: Json
  minSubmitted: number
}

/** A dataset with its workspace and all its parts, also from the bin; undefined when it was deleted for good. */
export async function describeDataset(db: Db, id: string): Promise<DescribedDataset | undefined> {
  const row = await findDataset(db, id)
  const parts = row ? await findParts(db, id) : await findBinned(db, id)
  const dataset =
    row ?? (parts?.datasets[0] && { ...parts.datasets[0], last_activity_at: parts.datasets[0].updated_at })
  if (!dataset || !parts) return undefined
  const { workspace_id: workspaceId, ...described } = datasetToWire(dataset)
  const data = {
    ...described,
    workspace: await describeWorkspace(db, workspaceId),
    fields: parts.fields.map(fieldToWire),
    questions: parts.questions.map(questionToWire),
    metadata_properties: parts.metadata_properties.map(propertyToWire),
    vectors_settings: parts.vectors_settings.map(vectorsSettingsToWire),
  }
  return { data: data as unknown as Json, minSubmitted: dataset.min_submitted }
}

async function findParts(db: Db, id: string) {
  const [fields, questions, metadata_properties, vectors_settings] = await Promise.all([
    db.selectFrom('fields').selectAll().where('dataset_id', '=', id).orderBy('inserted_at').execute(),
    db.selectFrom('questions').selectAll().where('dataset_id', '=', id).orderBy('inserted_at').execute(),
    db.selectFrom('metadata_properties').selectAll().where('dataset_id', '=', id).orderBy('inserted_at').execute(),
    db.selectFrom('vectors_settings').selectAll().where('dataset_id', '=', id).orderBy('inserted_at').execute(),
  ])
  return { datasets: [], fields, questions, metadata_properties, vectors_settings }
}

/** Null once it is deleted. */
async function describeWorkspace(db: Db, id: string) {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? workspaceWire(row) : null
}

/**
 * A dataset that was deleted for good, without its parts.
 *
 * @param state - JSON of it, as in the event of its deletion
 */
export async function describeGone(db: Db, state: string): Promise<Json> {
  const { workspace_id: workspaceId, ...dataset }: Dataset = JSON.parse(state)
  const workspace = await describeWorkspace(db, workspaceId)
  return { ...dataset, workspace, fields: [], questions: [], metadata_properties: [], vectors_settings: [] }
}
