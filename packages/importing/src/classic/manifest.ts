import type { Json } from '@postil/contract/shapes'
import { TASKS, type Task } from '@postil/contract/task/constants'
import { isJsonObject } from '../read/flatten'
import { parseJson } from '../read/read-cell'
import type { FileFingerprint } from '../upload/fingerprint'
import type { ClassicLabel, ClassicRule } from './plan'

const KIND = 'postil-classic-export'
const VERSION = 1

/** The manifest of an exported classic dataset: its label schema and rules, and the fingerprint of the file. */
export interface ClassicManifest {
  exportedAt: string
  /** The moment whose records these are, if it was not the time of the export. */
  at?: string
  dataset: { name: string; workspace: string; task: Task }
  /** Undefined: the dataset had no label schema. */
  labels: readonly ClassicLabel[] | undefined
  rules: readonly ClassicRule[]
  /** None: records of every status. */
  statuses: readonly string[]
  records: number
  file: FileFingerprint & { name: string; format: string }
}

/** A manifest as the text of a JSON file. */
export function classicManifestText(manifest: ClassicManifest): string {
  const { exportedAt, labels, ...rest } = manifest
  return `${JSON.stringify({ kind: KIND, version: VERSION, exported_at: exportedAt, labels: labels ?? null, ...rest }, undefined, 2)}\n`
}

/** Parse a manifest; undefined when the text is not a manifest, or of an unknown version. */
export function readClassicManifest(text: string): ClassicManifest | undefined {
  const body = parseJson(text)
  if (!isJsonObject(body) || body.kind !== KIND || body.version !== VERSION) return undefined
  const { dataset, file } = body
  if (!isJsonObject(dataset) || !isJsonObject(file)) return undefined
  const task = TASKS.find((one) => one === dataset.task)
  if (!task || typeof file.bytes !== 'number' || typeof file.sha256 !== 'string') return undefined
  return {
    exportedAt: textOf(body.exported_at),
    ...(typeof body.at === 'string' ? { at: body.at } : {}),
    dataset: { name: textOf(dataset.name), workspace: textOf(dataset.workspace), task },
    labels: Array.isArray(body.labels) ? body.labels.flatMap(readLabel) : undefined,
    rules: Array.isArray(body.rules) ? body.rules.flatMap(readRule) : [],
    statuses: Array.isArray(body.statuses) ? body.statuses.map(textOf) : [],
    records: typeof body.records === 'number' ? body.records : 0,
    file: { name: textOf(file.name), format: textOf(file.format), bytes: file.bytes, sha256: file.sha256 },
  }
}

function readLabel(value: Json): ClassicLabel[] {
  if (!isJsonObject(value) || typeof value.name !== 'string') return []
  const { name, id, description } = value
  return [
    {
      id: typeof id === 'string' ? id : name,
      name,
      ...(typeof description === 'string' ? { description } : {}),
    },
  ]
}

function readRule(value: Json): ClassicRule[] {
  if (!isJsonObject(value) || typeof value.query !== 'string' || !Array.isArray(value.labels)) return []
  const { query, labels, description } = value
  return [{ query, labels: labels.map(textOf), ...(typeof description === 'string' ? { description } : {}) }]
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
