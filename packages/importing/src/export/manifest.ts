import { type HandOut, Queue, type QueueOrder } from '@postil/contract/feedback/datasets'
import { FieldCreate } from '@postil/contract/feedback/settings/fields'
import { MetadataPropertyCreate } from '@postil/contract/feedback/settings/metadata-properties'
import { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { VectorsSettingsCreate } from '@postil/contract/feedback/settings/vectors-settings'
import type { Json } from '@postil/contract/shapes'
import type { DatasetSchema } from '../plan/plan'
import { isJsonObject } from '../read/flatten'
import { parseJson } from '../read/read-cell'
import type { ExportChoice } from './export-parts'

const KIND = 'postil-export'
const VERSION = 1

export type ExportFormat = 'jsonl' | 'csv' | 'parquet'

/** The manifest of an exported file: how to parse it, and how to verify that it is complete. */
export interface Manifest {
  exportedAt: string
  dataset: { name: string; workspace: string }
  schema: DatasetSchema
  /** `at`: time of the answers, if it was not that of the export. */
  choice: ExportChoice & { statuses: readonly string[]; at?: string }
  counts: { records: number; responses: number; suggestions: number; resolutions: number; doubts: number }
  file: { name: string; format: ExportFormat; bytes: number; sha256: string }
}

/** A manifest as the text of a JSON file. */
export function manifestText({ exportedAt, dataset, schema, choice, counts, file }: Manifest): string {
  const { fields, questions, metadata, vectors, guidelines, allowExtraMetadata, minSubmitted, queueOrder, handOut } =
    schema
  const body = {
    kind: KIND,
    version: VERSION,
    exported_at: exportedAt,
    dataset: {
      ...dataset,
      guidelines,
      allow_extra_metadata: allowExtraMetadata,
      distribution: { strategy: 'overlap', min_submitted: minSubmitted },
      ...(queueOrder && { queue_order: queueOrder }),
      ...(handOut && { hand_out: handOut }),
    },
    fields,
    questions,
    metadata_properties: metadata,
    vectors_settings: vectors,
    choice,
    counts,
    file,
  }
  return `${JSON.stringify(body, null, 2)}\n`
}

/** The parts of a manifest that an import needs. */
export interface ReadManifest {
  datasetName: string
  schema: DatasetSchema
  records: number | undefined
  file: { name: string; bytes: number; sha256: string } | undefined
}

/**
 * Read the text of a manifest.
 *
 * @returns undefined when it is not a manifest, or one whose schema this version does not support
 */
export function readManifest(text: string): ReadManifest | undefined {
  const body = parseJson(text)
  if (!isJsonObject(body) || body.kind !== KIND || body.version !== VERSION || !isJsonObject(body.dataset))
    return undefined
  const { dataset } = body
  const fields = listOf(body.fields, (item) => FieldCreate.safeParse(item))
  const questions = listOf(body.questions, (item) => QuestionCreate.safeParse(item))
  const metadata = listOf(body.metadata_properties, (item) => MetadataPropertyCreate.safeParse(item))
  const vectors = listOf(body.vectors_settings, (item) => VectorsSettingsCreate.safeParse(item))
  if (!fields || !questions || !metadata || !vectors) return undefined
  const { distribution } = dataset
  const minSubmitted = isJsonObject(distribution) ? distribution.min_submitted : undefined
  const counts = isJsonObject(body.counts) ? body.counts.records : undefined
  return {
    datasetName: typeof dataset.name === 'string' ? dataset.name : '',
    schema: {
      guidelines: typeof dataset.guidelines === 'string' && dataset.guidelines !== '' ? dataset.guidelines : null,
      allowExtraMetadata: dataset.allow_extra_metadata !== false,
      ...(isQueueOrder(dataset.queue_order) && { queueOrder: dataset.queue_order }),
      ...(isHandOut(dataset.hand_out) && { handOut: dataset.hand_out }),
      minSubmitted: typeof minSubmitted === 'number' && minSubmitted >= 1 ? Math.trunc(minSubmitted) : 1,
      fields,
      questions,
      metadata,
      vectors,
    },
    records: typeof counts === 'number' ? counts : undefined,
    file: fileOf(body.file),
  }
}

function isQueueOrder(order: Json | undefined): order is QueueOrder {
  return Queue.shape.order.safeParse(order).success
}

function isHandOut(handOut: Json | undefined): handOut is HandOut {
  return Queue.shape.hand_out.safeParse(handOut).success
}

function listOf<Item>(
  list: Json | undefined,
  read: (item: Json) => { success: true; data: Item } | { success: false },
): Item[] | undefined {
  if (!Array.isArray(list)) return undefined
  const items: Item[] = []
  for (const item of list) {
    const result = read(item)
    if (!result.success) return undefined
    items.push(result.data)
  }
  return items
}

function fileOf(file: Json | undefined): ReadManifest['file'] {
  if (!isJsonObject(file)) return undefined
  const { name, bytes, sha256 } = file
  return typeof name === 'string' && typeof bytes === 'number' && typeof sha256 === 'string'
    ? { name, bytes, sha256 }
    : undefined
}
